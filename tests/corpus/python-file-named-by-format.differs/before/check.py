TARGET = "{}x.vat".format("ta")
