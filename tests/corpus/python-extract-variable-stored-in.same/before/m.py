def put(shop, row):
    shop.rows[shop.count] = row
