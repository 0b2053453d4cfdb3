def find(net: int) -> "int | None":
    return net
