import patches
import time

patches.run()
