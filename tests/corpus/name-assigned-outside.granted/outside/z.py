import shop
shop.C = 2
