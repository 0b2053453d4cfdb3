NAME = "a.k"
