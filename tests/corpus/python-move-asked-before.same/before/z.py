import shop.tax

print(hasattr(shop.tax, "RATE"))
