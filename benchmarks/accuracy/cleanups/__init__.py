"""Commits that projects list themselves as "no change", and how much of them is proved."""
