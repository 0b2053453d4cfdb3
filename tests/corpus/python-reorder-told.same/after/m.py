from fields import first


class Form:
    size = 3
    name = first
