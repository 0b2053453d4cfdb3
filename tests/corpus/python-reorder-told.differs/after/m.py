from fields import first, second


class Form:
    mail = second
    name = first
