"""How good debates are: statistics, judges that are judged first, the experiments of R-Debater, and a form for people."""
