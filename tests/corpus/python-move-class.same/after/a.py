from b import Shelf
