import cmd


class Shell(cmd.Cmd):
    def default(self, line):
        return shout(line)


def shout(line):
    return line.upper()
