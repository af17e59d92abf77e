"""What went wrong in a refuted line, by the false rule that leads to it."""
