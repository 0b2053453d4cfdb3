try:
    from shop.tax import vat
except ImportError:
    vat = None
