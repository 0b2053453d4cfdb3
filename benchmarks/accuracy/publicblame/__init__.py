"""Blame of public repositories, beside `git blame -w -M -C`."""
