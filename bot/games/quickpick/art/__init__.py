"""The pictures of Quickpick."""
