def f(stack, log):
    log(stack)
    log(stack.pop(), stack.pop())
    return stack
