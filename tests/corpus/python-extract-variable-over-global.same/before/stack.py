_stack = []


def reset():
    _stack.clear()
    return 1


def push():
    return join(_stack, reset())


def join(stack, value):
    return [*stack, value]
