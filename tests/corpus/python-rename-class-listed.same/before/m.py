from abc import ABC


class _Order(ABC):
    pass
