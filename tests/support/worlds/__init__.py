"""Documents to test with, and the questions that are asked about them."""
