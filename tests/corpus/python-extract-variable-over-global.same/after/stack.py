_stack = []


def reset():
    _stack.clear()
    return 1


def push():
    value = reset()
    return join(_stack, value)


def join(stack, value):
    return [*stack, value]
