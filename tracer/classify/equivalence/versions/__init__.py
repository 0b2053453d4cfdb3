"""One version of the program with its terms."""
