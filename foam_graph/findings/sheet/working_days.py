"""Days that are worked: Monday to Friday. Which days are holidays no document says, so they count."""

from __future__ import annotations

from datetime import date, timedelta


def working_days(first: date, last: date) -> int:
    """Days from Monday to Friday after one day up to another.

    Args:
        first: The day before the first that counts.
        last: The last day that counts; not before the first.
    """
    weeks, rest = divmod((last - first).days, 7)
    return weeks * 5 + sum((first + timedelta(n)).weekday() < 5 for n in range(1, rest + 1))
