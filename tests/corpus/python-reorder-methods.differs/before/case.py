@dataclass
class A:
    x: int
    y: int
