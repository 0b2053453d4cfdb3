from somewhere import Model


class _Order(Model):
    pass
