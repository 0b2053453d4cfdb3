import carts

print(carts.Cart.size)
