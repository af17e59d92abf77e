"""A page of the book outside the book: a copy to work in, and its HTML without a network."""
