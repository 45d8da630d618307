"""`test`: a trait is put to the test."""

from __future__ import annotations

from functools import partial

from combatcli.declarations import WITHOUT_FILE, Argument, Command, description, number
from combatcli.errors import UsageError
from combatcli.pipeline.output import all_failed
from combatcli.pipeline.resolution import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation


def test(call: Invocation) -> int:
    """Without a file, a test against a target that is described is opposed by it; UsageError for a bare number."""
    trait = call.words.get("trait", "")
    if trait.isdecimal() and "against" not in call.options:
        hint = (
            f"A number to reach stands behind its option, as in --target {trait}; `combatcli test --help` lists them."
        )
        raise UsageError(f'test knows no trait "{trait}"', hint)
    against = call.options.get("against")
    if against is None or "ruleset" not in call.shared:
        return resolve(call)
    named = against if any("=" not in word for word in against) else [*against, "target"]
    return resolve(call.changed(options={**call.options, "against": named}))


COMMAND = Command(
    "test",
    test,
    arguments=[
        Argument("who", "who is tested, each in turn", many=True),
        Argument("trait", "what is tested, such as daring"),
    ],
    options=[number("--bonus", "add N"), *description(against="whom to beat; ")],
    shared=WITHOUT_FILE,
    examples=["combatcli test mira daring -f fight.toml", "combatcli test mira tomas sefa daring -f fight.toml"],
    failed=partial(all_failed, ("test", "contest"), "success"),
    played=True,
    each="who",
)
