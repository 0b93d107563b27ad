"""Neo4j: the managed server, the one write path, named queries, the ledger. Nothing else imports the driver."""
