"""Facts for a story from the file's text at each command: points set by hand, and who was hidden."""

from collections.abc import Sequence
from functools import cached_property

from combatcli.encounter.journal_lines import JournalLine
from combatcli.encounter.replay import History
from combatcli.encounter.schema import DisplayNames
from combatcli.errors import value_or
from combatcli.events import ChangedKeys, Combatant, Remark, Wound
from combatcli.pipeline.board import changes_on_board, input_and_show_events
from combatcli.pipeline.input import parse_encounter
from combatcli.records import Event, Record
from combatcli.report.blocks import Names
from combatcli.report.combatants import STATE, name_of_lone_column
from combatcli.report.story import SUBJECTS
from combatcli.rulesets.game import Game


class FightToRetell(Record):
    """The commands of a fight in effect, and the text of its file before each of them and now."""

    history: History
    path: str
    now: str
    entries: Sequence[JournalLine]
    game: Game

    def with_changed_points_as_remarks(self, at: int, events: Sequence[Event], names: DisplayNames) -> list[Event]:
        """Return events in which points set by hand are remarks, if the board shows these points."""
        changed = [event for event in events if isinstance(event, ChangedKeys) and not event.added]
        if not changed:
            return [*events]
        vital = {
            name_of_lone_column(column) for column in self.game.parts.columns if not column.rank and column is not STATE
        } - {""}
        seen = changes_on_board(self._text_before_command(at), self._text_before_command(at + 1), self.path)
        points = {(table["who"], table["what"]): table["now"] for table in seen if table["what"] in vital}
        remarks = [
            Remark(text=_set_to_sentence(Names(names), who, str(what), str(now)))
            for (who, what), now in points.items()
            if any(event.who == who for event in changed)
        ]
        after_changes = 1 + max(at for at, event in enumerate(events) if isinstance(event, ChangedKeys))
        return [*events[:after_changes], *remarks, *events[after_changes:]]

    def as_players_know(self, at: int, events: Sequence[Event]) -> list[Event]:
        """Return events without those of combatants hidden before and after; wounds by these have no author."""
        (hidden, open_before), (hidden_after, open_after) = (
            self._hidden_and_seen_at_each_command[at],
            self._hidden_and_seen_at_each_command[at + 1],
        )
        unseen = (hidden | hidden_after) - open_before - open_after
        seen = [event for event in events if not {getattr(event, key, None) for key in SUBJECTS} & unseen]
        return [one.changed(by="") if isinstance(one, Wound) and one.by in unseen else one for one in seen]

    @cached_property
    def _hidden_and_seen_at_each_command(self) -> list[tuple[set[str], set[str]]]:
        return [_hidden_and_seen(self._text_before_command(at), self.path) for at in range(len(self.entries) + 1)]

    def _text_before_command(self, at: int) -> str:
        if at == len(self.entries):
            return self.now
        return value_or("", lambda: self.history.text_before_command(self.entries[at].number))


def _hidden_and_seen(text: str, path: str) -> tuple[set[str], set[str]]:
    """Return the ids of combatants whom players do not see, and of those whom they see."""
    source, events = input_and_show_events(lambda: parse_encounter(path, "it", text), players=True)
    seen = {event.who for event in events if isinstance(event, Combatant)}
    return {*(source.encounter.combatants if source is not None else ())} - seen, seen


def _set_to_sentence(names: Names, who: str, what: str, now: str) -> str:
    are = "are" if what.endswith("s") else "is"
    return f"{names(who):'s} {what} {are} set to {now.replace(' ', ', ').replace('/', ' of ') or 'none'}."
