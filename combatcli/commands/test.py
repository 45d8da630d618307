"""`test`: tests a trait."""

from combatcli.declarations import SIDE, WITHOUT_FILE, Argument, Command, Invocation, number, with_and_against
from combatcli.errors import UsageError
from combatcli.pipeline.resolution import resolve


def test(call: Invocation) -> int:
    """Test a trait; without a file, a described target opposes the test. Raises UsageError for a bare number."""
    trait = call.words.get("trait", "")
    if trait.isdecimal() and "against" not in call.options:
        hint = f"Give a number to reach as an option, as in --target {trait}. See `combatcli test --help`."
        raise UsageError(f'there is no trait "{trait}" to test', hint)
    against = call.options.get("against")
    if against is None or "ruleset" not in call.shared:
        return resolve(call)
    named = against if any("=" not in word for word in against) else [*against, "target"]
    return resolve(call.changed(options={**call.options, "against": named}))


COMMAND = Command(
    "test",
    test,
    arguments=[
        Argument("who", "who is tested, one after the other", many=True),
        Argument("trait", "the trait, such as daring"),
    ],
    options=[
        number("--bonus", "add N"),
        SIDE,
        *with_and_against(against="the opponent; "),
    ],
    shared=WITHOUT_FILE,
    examples=["combatcli test mira daring -f fight.toml", "combatcli test mira tomas sefa daring -f fight.toml"],
    attempts={"test": "success", "contest": "success"},
    ruled=True,
    each="who",
)
