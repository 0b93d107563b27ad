"""The experiments of R-Debater as data: debaters, cells that are done once, tables beside the paper's figures."""
