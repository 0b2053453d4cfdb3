def f(stack, log):
    log(stack)
    log(stack.pop(), 1)
    return stack
