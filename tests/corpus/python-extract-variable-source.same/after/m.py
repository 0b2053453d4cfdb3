def names(shop, log):
    stock = shop.rows()
    rows = [log(row) for row in stock if row.open]
    return rows
