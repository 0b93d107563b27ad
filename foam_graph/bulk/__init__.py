"""Corpora of millions of documents: read in partitions, by several processes, into files that Neo4j imports in bulk."""
