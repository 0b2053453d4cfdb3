"""Where `log` says that a function begins, beside where its text first appears."""
