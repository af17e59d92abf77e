"""JupyterLite beside the book: every chapter and homework sheet as a notebook that runs in the reader's browser."""
