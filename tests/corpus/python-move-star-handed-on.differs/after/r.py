from shop.tax import *
