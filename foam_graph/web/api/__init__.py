"""The HTTP API for programs, version 1: JSON alone, described by OpenAPI 3.1, writes that are safe to repeat."""
