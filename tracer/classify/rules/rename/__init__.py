"""Rules for names that were replaced by others, one rule a module."""
