"""The student editions, made by `kernelcourse homework release` from their masters: do not edit by hand."""
