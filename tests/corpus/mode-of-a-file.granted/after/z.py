from a import f
print(f("a").mode)
