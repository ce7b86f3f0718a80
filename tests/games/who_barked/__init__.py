"""The rules, screens and computer players of Who Barked?."""
