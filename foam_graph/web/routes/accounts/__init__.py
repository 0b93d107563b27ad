"""Coming in and going out: by a token, through a provider, and what a visit is given."""
