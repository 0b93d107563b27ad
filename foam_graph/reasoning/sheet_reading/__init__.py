"""A model reads the case file for what the rules' sheet lacks; the program tests what it says before it enters."""
