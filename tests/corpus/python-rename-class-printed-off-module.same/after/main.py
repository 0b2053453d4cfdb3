import carts

print(carts.Basket.size)
