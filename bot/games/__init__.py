"""The games, and the contract that each of them keeps."""
