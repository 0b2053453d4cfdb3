from fields import first


class Form:
    name = first
    size = 3
