class Point:
    y: int = 0
    x: int = 0
