"""The student's side: a closed process that runs the cells and answers with plain data."""
