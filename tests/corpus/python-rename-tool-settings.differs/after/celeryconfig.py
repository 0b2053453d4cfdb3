broker = "a"
