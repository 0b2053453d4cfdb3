from pkg.two import load

print(load())
