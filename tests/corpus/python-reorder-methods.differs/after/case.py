@dataclass
class A:
    y: int
    x: int
