"""Element histories and block line pairs against labelled real histories, beside git's own."""
