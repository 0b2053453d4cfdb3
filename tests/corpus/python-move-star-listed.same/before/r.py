from shop.tax import *
NAMES = ["RATE"]
