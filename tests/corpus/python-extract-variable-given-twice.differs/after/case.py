def f(stack, log):
    log(stack)
    top = stack.pop()
    _say(log, top)
    return stack


def _say(log, top):
    log(top, top)
