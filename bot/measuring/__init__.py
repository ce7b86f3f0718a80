"""What is measured and reckoned before a release: how strong computers are, and what is solved."""
