def names(shop, log):
    rows = [log(row) for row in shop.rows() if log(shop)]
    return rows
