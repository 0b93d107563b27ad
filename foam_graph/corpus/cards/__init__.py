"""Cards of debate evidence: their files, cites, marks and styles."""
