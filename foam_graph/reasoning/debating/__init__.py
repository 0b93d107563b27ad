"""A debate as pure functions: what was said, recalled and may be cited in; what is read, said and judged out."""
