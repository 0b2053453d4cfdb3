from .a import q
