"""Who else may know a name or a parameter that comes, goes or changes."""
