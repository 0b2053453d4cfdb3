from shapes import Shape
