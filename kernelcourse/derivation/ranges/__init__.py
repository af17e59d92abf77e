"""What letters range over: each kind of letter is a class that draws itself in every arithmetic."""
