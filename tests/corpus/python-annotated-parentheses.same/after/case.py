x: int = (1)
