"""Every task that an agent can be asked, as data in and data out."""
