"""The drawn pictures of Catham City and the pieces that they consist of."""
