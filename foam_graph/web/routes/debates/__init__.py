"""Debates played in the browser, the memories they recall, and the form in which people prefer one of them."""
