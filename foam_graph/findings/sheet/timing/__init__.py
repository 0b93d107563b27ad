"""Whether acts were in time that papers call late or timely: the time that a rule gives, the act, what the time runs from."""
