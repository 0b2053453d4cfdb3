NAMES = ["alpha", "gamma"]
