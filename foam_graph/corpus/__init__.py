"""Documents, segmentation, retrieval, quotation and its validation: the truth about text."""
