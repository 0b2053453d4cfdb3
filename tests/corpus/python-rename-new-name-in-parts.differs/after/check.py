NAMES = ["shop.t" "ax"]
