import cmd

from b import shout


class Shell(cmd.Cmd):
    def default(self, line):
        return shout(line)
