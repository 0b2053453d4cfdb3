from cart import make

print(make())
