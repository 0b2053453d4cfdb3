import traceback




def f():
    return traceback.format_stack()
