"""Builds Kibitz natively; only `setup.py` uses it.

The modules, in the order of a build:

- `translation`: which modules are compiled, and their translation to C by mypyc.
- `units`: makes the C files independent of each other, so that an edit changes few of them.
- `compilation`: compiles the C files on all cores.
- `cache`: keeps the object files by content.
- `commands`: the setuptools commands that put it all together.
"""
