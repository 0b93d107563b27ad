"""The retrieval index: words in tantivy, vectors in Qdrant."""
