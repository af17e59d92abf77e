"""What was handed in, and whose it is."""
