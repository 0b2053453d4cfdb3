"""Rules for imports that were added, removed or put in another order."""
