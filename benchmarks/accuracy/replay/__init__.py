"""Real history replayed as agent calls, and blame on it compared with git's."""
