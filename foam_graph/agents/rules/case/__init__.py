"""Cases argued by rules: an agenda, arguments, critiques, answers and weighings from what the case sheet computed."""
