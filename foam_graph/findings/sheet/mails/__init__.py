"""What of one paper is whose: several mails in it, or several papers in one file."""
