from fields import Field


class A:
    __y = Field()
