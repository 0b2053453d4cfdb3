@dataclass
class A:
    x = 1
