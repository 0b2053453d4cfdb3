"""Blame beside the line blame of another tool, and git's own modes beside both."""
