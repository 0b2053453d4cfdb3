"""Who reads names without looking them up: tools, printed texts, stored data, documentation."""
