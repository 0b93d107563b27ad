"""What several mails in one paper are of whom."""
