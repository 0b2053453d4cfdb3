SOURCES = "p/*.py"
