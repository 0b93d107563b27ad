"""The use cases: everything that the command line, and later the web and MCP, can do."""
