import shapes

print(shapes.known())
