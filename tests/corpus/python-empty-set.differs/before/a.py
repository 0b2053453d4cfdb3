a = set([None])
