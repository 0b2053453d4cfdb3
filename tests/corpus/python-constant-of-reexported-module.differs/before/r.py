import shop as s
