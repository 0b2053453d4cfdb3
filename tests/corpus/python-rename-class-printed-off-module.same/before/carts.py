class Cart:
    size = 1
