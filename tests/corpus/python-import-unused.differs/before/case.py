import fixes
import patches

patches.run()
