"""One module for each family of commands; each command parses, asks one query, prints."""
