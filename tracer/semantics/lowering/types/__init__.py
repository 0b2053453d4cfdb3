"""Types as the code writes them, and as expressions have them."""
