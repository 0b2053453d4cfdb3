def f(row):
    price = float(row["price"].replace(",", "."))
