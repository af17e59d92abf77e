"""The instructor's side before release: masters, released sheets, the audit of their checks."""
