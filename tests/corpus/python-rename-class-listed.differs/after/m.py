from somewhere import Model


class _Invoice(Model):
    pass
