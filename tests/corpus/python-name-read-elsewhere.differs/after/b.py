from a import R as z

x = z.__name__
