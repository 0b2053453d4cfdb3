import carts

print(carts.Basket)
