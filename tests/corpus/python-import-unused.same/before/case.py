import time
import patches

patches.run()
