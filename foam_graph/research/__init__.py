"""Research sources: search services and web pages, fetched within limits; what they give becomes a document first."""
