from .prices import amount
