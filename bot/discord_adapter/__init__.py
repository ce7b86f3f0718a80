"""Where the bot meets Discord: the client and its life, requests, answers, private lines."""
