"""What speakers put first, and where two put different things first in one matter."""
