import carts
import helpers
