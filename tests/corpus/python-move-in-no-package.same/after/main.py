from shop import gross, keep

print(gross(1), keep(2))
