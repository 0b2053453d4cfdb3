import a

print(getattr(a, 'load')(1))
