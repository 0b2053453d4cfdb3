"""What is known of each language, as typed tables."""
