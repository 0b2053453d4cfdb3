from a import Shop
print(Shop().__getitem__(key=1))
