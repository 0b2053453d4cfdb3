def put(shop, row):
    shop.rows[shop.count] = shop.add(row)
