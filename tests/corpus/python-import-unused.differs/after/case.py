import patches
import fixes

patches.run()
