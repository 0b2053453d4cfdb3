NAMES = ["shop." "print"]
