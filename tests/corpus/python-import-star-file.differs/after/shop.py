def price(x):
    return x


for name in ("json", "tax"):
    globals()[name] = price
