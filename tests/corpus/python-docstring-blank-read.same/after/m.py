'''usage: tool FILE'''

import sys

sys.stdout.write(__doc__)
