class Tax:
    rate = 2
