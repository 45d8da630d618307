"""One file a subcommand: its declaration, and read, resolve, report, write. This table is what `--help` shows first."""

from __future__ import annotations

SECTIONS = {
    "Dice": {
        "roll": "Roll dice expressions, or lines of them from standard input.",
        "odds": "Print the exact distribution of a dice expression.",
    },
    "Encounter": {
        "new": "Write a new encounter of a game.",
        "add": "Add a combatant.",
        "set": "Change keys of a combatant, or of the encounter itself.",
        "rename": "Give a combatant another id.",
        "drop": "Take a combatant out of the encounter.",
        "show": "Show the encounter, or one combatant of it.",
        "check": "Check an encounter and name all that is wrong with it.",
    },
    "Round": {
        "order": "Find out who acts first, or show the board of declarations.",
        "declare": "Declare what somebody will do this round.",
        "next": "Go on to the next phase, turn or round.",
        "move": "Move somebody.",
    },
    "Resolution": {
        "attack": "Attack one or more targets; hits wait for `wound`.",
        "wound": "Apply the wounds that are pending, or the ones you say.",
        "recover": "Let somebody recover.",
        "test": "Test a trait, against a number or against somebody.",
        "dashtest": "Find out which of two comes first.",
        "pairings": "Pair those who are engaged in melee.",
        "arena": "List, change and link the arenas of the fight.",
        "push": "Push somebody out of the place they are in.",
        "impede": "Hold somebody back.",
        "boon": "Give somebody a boon.",
        "condition": "Keep something of somebody that the table invents.",
    },
    "Look-up": {
        "rules": "Look a rule up, by its id or by a question.",
    },
    "Table": {
        "play": "Play an evening: the same commands, line by line.",
    },
    "History": {
        "log": "List the commands that changed an encounter.",
        "undo": "Take back the last command that changed an encounter.",
        "redo": "Do again what was undone.",
    },
    "Set-up": {
        "schema": "Print the JSON Schema of a game's encounters, for editors.",
        "completion": "Print the file by which bash, zsh or fish completes command lines.",
    },
}

SUMMARIES = {name: summary for commands in SECTIONS.values() for name, summary in commands.items()}
