"""The table in a browser: this package's engine, rules and words under Pyodide, the kernels beside it as WebAssembly.

`host` runs there; `build` and `packing` make the files that the page fetches.
"""
