"""The drawn pictures of Quickpick and the parts that they consist of."""
