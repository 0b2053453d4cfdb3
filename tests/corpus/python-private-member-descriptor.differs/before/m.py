from fields import Field


class A:
    __x = Field()
