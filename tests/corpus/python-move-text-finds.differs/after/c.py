NAME = "a.g"
