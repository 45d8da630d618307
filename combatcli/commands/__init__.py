"""The subcommands, one module each: its declaration and its run function. `--help` prints this table first."""

SECTIONS = {
    "Start here": {
        "tutorial": "Play a first fight with a guide, in five minutes.",
        "new": "Write a new encounter of a game.",
        "show": "Show the fight, or one combatant.",
        "play": "Run the fight interactively, or from a script.",
    },
    "Dice": {
        "roll": "Roll dice expressions, or lines of them from standard input.",
        "odds": "Print the exact distribution of a dice expression.",
    },
    "Encounter": {
        "add": "Add combatants.",
        "set": "Change keys of combatants, or of the encounter itself.",
        "rename": "Give a combatant another id.",
        "drop": "Remove combatants from the encounter.",
        "check": "Validate an encounter file.",
    },
    "Round": {
        "next": "Go on to the next phase, turn or round.",
        "order": "Roll or show initiative, or show the declaration board.",
        "declare": "Declare what a combatant will do this round.",
        "move": "Move a combatant.",
    },
    "Resolution": {
        "attack": "Attack one or more targets.",
        "wound": "Apply pending hits, or a wound you name.",
        "recover": "Heal, rest or shake off a condition.",
        "test": "Test a trait against a number or an opponent.",
        "dashtest": "Race two combatants to a spot or an action.",
        "pairings": "Work out who fights whom in a melee.",
        "arena": "List, change and link the arenas of the fight.",
        "push": "Push an opponent out of their place.",
        "impede": "Grapple or hold an opponent in place.",
        "boon": "Give a combatant a boon.",
        "condition": "Track a custom condition, with an optional countdown.",
    },
    "Chances": {
        "forecast": "Find out who wins a fight from here.",
    },
    "Look-up": {
        "rules": "Look up a rule by its id or by a question.",
    },
    "History": {
        "log": "List the changes, retell the fight, or count it up.",
        "undo": "Take back the last change.",
        "redo": "Bring back what was undone.",
    },
    "Set-up": {
        "schema": "Print the JSON Schema of a game's encounters, for editors.",
        "completion": "Print the shell completion script.",
    },
}

SUMMARIES = {name: summary for commands in SECTIONS.values() for name, summary in commands.items()}
