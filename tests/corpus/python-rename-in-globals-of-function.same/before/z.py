from shop import gross

print(gross.__doc__)
