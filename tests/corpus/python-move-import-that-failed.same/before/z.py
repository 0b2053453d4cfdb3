try:
    from shop.tax import RATE
except ImportError:
    RATE = None
