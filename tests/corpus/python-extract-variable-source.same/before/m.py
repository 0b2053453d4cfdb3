def names(shop, log):
    rows = [log(row) for row in shop.rows() if row.open]
    return rows
