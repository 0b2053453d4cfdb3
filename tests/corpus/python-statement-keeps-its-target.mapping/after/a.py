def f(row):
    v = row["price"].replace(",", ".")
    price = float(v)
