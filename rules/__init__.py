"""The rules of the games: pure Python, standard library only, importable without Django.

Start with `rules.core` (the contract) and `rules.whot` (a game). Play one at the prompt:

>>> from rules.core import act
>>> from rules.shuffle import Seed
>>> from rules.whot import WHOT, options_for
>>> state, events = WHOT.setup(options=options_for("001"), seats=2, seed=Seed.simulation(5))
>>> view = WHOT.view(state, state.turn)
>>> len(view.hand), view.market_count
(5, 43)
>>> state, events = act(WHOT, state, state.turn, view.legal[0].text)
>>> [event.name for event in events][0] in ("played", "drew")
True
"""
