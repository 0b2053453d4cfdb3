import m

print(list(m.__dict__))
