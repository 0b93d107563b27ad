"""The pages, each with the function that reads what it shows."""
