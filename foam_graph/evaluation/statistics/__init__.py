"""Agreement, correlation, intervals: small pure functions; None where a measure has no value, never a number in its place."""
