_stack = []


def reset():
    global _stack
    _stack = []
    return 1


def push():
    return join(_stack, reset())


def join(stack, value):
    return [*stack, value]
