import shop

print(hasattr(shop, "levy"))
