"""HTTP: routes, pages, cookies, who may ask from where."""
