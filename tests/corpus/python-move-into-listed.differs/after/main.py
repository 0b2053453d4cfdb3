import shop

print(sorted(vars(shop)))
