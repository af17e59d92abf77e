"""A typed k(x, z): which letters and functions it may use, and what it means."""
