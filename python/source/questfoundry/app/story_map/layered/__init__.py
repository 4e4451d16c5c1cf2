"""Lay out a directed graph in layers by Sugiyama's method, independent of stories and of drawing.

The steps are: reverse edges that close cycles, assign layers by longest paths, replace long edges
by chains of dummies, reduce crossings by barycentres, and assign coordinates by least squares. A
course runs vertically through a layer and bends only between two layers, so it never crosses a
node.
"""
