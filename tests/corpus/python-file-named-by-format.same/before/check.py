TARGET = "%s.getcwd" % "os"
