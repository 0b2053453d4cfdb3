a = set()
