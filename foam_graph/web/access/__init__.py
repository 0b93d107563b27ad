"""Who may what: people, their roles as data, what each route needs, and the one place where that is decided."""
