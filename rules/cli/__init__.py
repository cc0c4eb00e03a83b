"""The command line of the rules: one module a command, each with `add` and `run`.

`run` gives the exit code: 0 all is well, 1 something does not hold, 2 bad usage or unreadable file.
Only these modules may look at the clock or draw random numbers.
"""
