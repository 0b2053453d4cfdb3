class Point:
    y = 0
    x = 0
