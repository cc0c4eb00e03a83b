"""The leak tests play games as those of tests/games do."""

from tests.games.conftest import certain_deals, layer_of_this_loop, nothing_remembered, unlimited_moves

__all__ = ["certain_deals", "layer_of_this_loop", "nothing_remembered", "unlimited_moves"]
