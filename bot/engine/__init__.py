"""What a game is: the contract between games and everything else."""
