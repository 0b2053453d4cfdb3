from abc import ABC


class _Invoice(ABC):
    pass
