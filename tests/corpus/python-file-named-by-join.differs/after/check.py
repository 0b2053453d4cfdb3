TARGET = "".join(["ta", "x.vat"])
