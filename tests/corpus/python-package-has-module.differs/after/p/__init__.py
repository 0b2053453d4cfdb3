from .a import r
