from a import Q as z

x = z()
