unit = 1
