"""Leagues as arithmetic: who meets whom, what a result is worth, who stands where. No database, no clock, no chance.

Everything here is a function of its arguments alone, so that a schedule or a table can be made again and compared.
"""
