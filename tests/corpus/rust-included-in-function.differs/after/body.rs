rate * 2
