"""What is shown: boards, private lines, and the words on them."""
