"""Addresses of what looks back: reviews, records, pictures, past games, the fairness of deals."""

from django.urls import URLPattern, path

from .views import annals, fairness, imported, past, review, showing


def patterns() -> list[URLPattern]:
    """The addresses; a function, for they need the kinds of parameters that `addresses.register` makes known."""
    return [
        path("fairness/", fairness.fairness, name="fairness"),
        path("fairness/chain.txt", fairness.chain, name="fairness_chain"),
        path("games/<game_code:code>/review/", review.review, name="game_review"),
        path("games/<game_code:code>/review/<int:step>/", review.review, name="game_review_step"),
        path("games/<game_code:code>/review/cards/", review.cards, name="game_review_cards"),
        path("games/<game_code:code>/review/steps", review.steps, name="game_review_steps"),
        path("games/<game_code:code>/record.json", review.record, name="game_record"),
        path("games/<game_code:code>/share/", showing.page, name="game_share"),
        path("games/<game_code:code>/result.png", showing.picture, name="game_picture"),
        path("imported/", imported.imports, name="imports"),
        path("imported/<game_code:code>/review/", imported.review, name="imported_review"),
        path("imported/<game_code:code>/review/<int:step>/", imported.review, name="imported_review_step"),
        path("imported/<game_code:code>/review/cards/", imported.cards, name="imported_review_cards"),
        path("imported/<game_code:code>/review/steps", imported.steps, name="imported_review_steps"),
        path("imported/<game_code:code>/record.json", imported.record, name="imported_record"),
        path("imported/<game_code:code>/delete/", imported.delete, name="delete_imported"),
        path("people/<username:username>/games/", past.of_person, name="past_games"),
        path("people/<username:username>/annals/", annals.of_person, name="annals"),
        path("tables/<table_code:code>/games/", past.of_table, name="table_games"),
        path("tables/<table_code:code>/games/result.png", showing.match_picture, name="match_picture"),
        path("tables/<table_code:code>/share/", review.share, name="share_table"),
    ]
