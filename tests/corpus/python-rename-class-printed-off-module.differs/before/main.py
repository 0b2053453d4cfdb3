import carts

print(carts.Cart)
