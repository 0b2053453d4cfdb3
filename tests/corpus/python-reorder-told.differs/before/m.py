from fields import first, second


class Form:
    name = first
    mail = second
