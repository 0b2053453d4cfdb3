@dataclass
class A:
    x: int = 1
