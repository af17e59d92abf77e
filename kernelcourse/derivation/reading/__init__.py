"""What stands in a line: letters with their ranges, claims, and the one reader of typed lines."""
