"""Helps computer players to multiply matrices without false warnings.

NumPy takes longer to load than all other modules of rules, so import this module at first use.
"""

import numpy as np

WITHOUT_FALSE_ALARMS = np.errstate(invalid="ignore")
"""Decorates functions that multiply matrices. OpenBLAS now and then warns of invalid values though
all are finite: https://github.com/numpy/numpy/issues/24067
"""
