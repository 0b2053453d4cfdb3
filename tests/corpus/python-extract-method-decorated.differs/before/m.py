from somewhere import register


@register
class A:
    def f(self):
        print(1)
