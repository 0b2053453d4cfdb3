class Cmd:
    def __init_subclass__(cls):
        try:
            cls.default(None, 'a')
        except NameError:
            cls.is_late = True
