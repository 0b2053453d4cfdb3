a = set([])
