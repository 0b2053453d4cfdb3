def put(shop, row):
    place = shop.count
    shop.rows[place] = row
