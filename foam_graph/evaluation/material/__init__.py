"""What experiments are made on: held-out debates, points in them, and the check that memory holds none of them."""
