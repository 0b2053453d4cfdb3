from pkg.one import load

print(load())
