from b import helper
