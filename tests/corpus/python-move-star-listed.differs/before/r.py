from shop.tax import *
NAMES = dir()
