import m

print(m.__name__)
