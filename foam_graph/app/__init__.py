"""The use cases: everything that the command line can do."""
