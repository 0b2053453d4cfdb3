from a import load

print(load(1))
