NAME = "_Shop" "__net"
