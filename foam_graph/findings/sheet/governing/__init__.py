"""What a rule sets for an act of one name, held against what other papers give, count or do under that name."""
