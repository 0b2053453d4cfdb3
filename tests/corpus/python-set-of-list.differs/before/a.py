x = set("ab")
