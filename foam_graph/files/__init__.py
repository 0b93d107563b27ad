"""Everything that touches a disk safely: whole files or none, one process at a time, reading up to a bound."""
