"""A class: graded, recorded, reported, exported."""
