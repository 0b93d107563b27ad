"""The managed Neo4j: its program, folder, process, and the way it starts and stops."""
