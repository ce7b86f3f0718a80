"""Helps computer players to multiply matrices without false warnings.

NumPy takes longer to load than all other modules of rules, so import this module at first use.
"""

import numpy as np

WITHOUT_FALSE_ALARMS = np.errstate(invalid="ignore")
"""Decorates functions that multiply matrices, so that they do not warn of invalid values.
OpenBLAS, which multiplies them, now and then raises that flag though all values are finite:
https://github.com/numpy/numpy/issues/24067
"""
