"""Council: talk, pick a team, vote with a vote that may change, and find the hidden thief."""
