"""How strong people play, by the results of their matches against one another (play_quality.md, Ratings).

The results are the truth, in the order of the moments their matches ended; every number follows from them and can be
made again (`manage.py rebuild_ratings`).
"""
