"""What the names in two methods mean, and whether they mean the same."""
