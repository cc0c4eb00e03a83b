from django.apps import AppConfig


class RoadConfig(AppConfig):
    name = "games.road"
    label = "road"

    def ready(self) -> None:
        """What ends at a table is counted; people who merge, go or ask for their data keep, lose or get theirs."""
        from accounts import closing, exporting, merging, profile_sections
        from games import parts, worn
        from games.coins.services import settling
        from games.services import following

        from . import people, rewards, selectors, services, views, wearing, wild

        following.on_game_over.append(services.count_experience)
        settling.on_settled.append(wild.count)
        following.on_sit.append(wild.check_shown)
        following.on_agree.append(wild.check_shown)
        following.on_change.append(wild.check_host)
        following.on_deal.append(wearing.dress)
        worn.names |= {"rank": rewards.RANKS, "title": [rewards.TITLES[rank] for rank in range(len(rewards.RANKS))]}
        worn.by_people.append(wearing.worn_by)
        following.on_void.append(services.take_back)
        parts.on_over.append(views.of_over)
        merging.register(people.move_to_member)
        closing.register(people.forget_person)
        profile_sections.register(views.profile_section)
        exporting.register("road", selectors.own_road)
