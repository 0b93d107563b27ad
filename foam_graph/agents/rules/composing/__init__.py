"""What documents say together: agreement, exceptions, compositions."""
