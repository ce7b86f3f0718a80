"""What a game keeps of itself: a folder of small files in which a change of its rules shows up."""
