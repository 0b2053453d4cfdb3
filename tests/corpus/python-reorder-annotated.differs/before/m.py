class Point:
    x: int = 0
    y: int = 0
