from shop import gross, keep

keep(1)
print(gross(1))
