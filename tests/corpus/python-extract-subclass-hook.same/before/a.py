class A:
    def run(self):
        print(self)
        print(1)

    def other(self):
        class B:
            def __init_subclass__(cls):
                print(vars(cls))
