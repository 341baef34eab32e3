BUDGETS = {"restart": {"club": 200, "expert": 4000, "master": 100000}}
