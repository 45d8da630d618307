"""Which texts answer a question, the best first: BM25 over weighted fields, with misspelt words read as the nearest.

A word counts more the fewer texts have it, more in a weightier field, and less in a long text; two words that stand
side by side in both count once more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from math import log

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

SATURATION = 1.2
"""How soon more of one word counts no more (k1)."""
LENGTH = 0.5
"""How much a long text is held against it, from 0 to 1 (b)."""
MEANT = 0.7
"""What a word counts that somebody means by another one."""
BESIDES = 0.3
"""What the other meanings of a word count beside the one that a text answers best."""
SHORT = 6
SIMILAR, SIMILAR_SHORT = 0.75, 0.82
"""How much alike a misspelt word and the one that was meant are at least, and short ones."""
SHORTEST_MISSPELT = 4
TOGETHER = 0.4
"""What two neighbouring words count together, beside what each of them counts."""
PHRASED = 2
"""What a field weighs at least in which neighbours belong together, as they do in a title."""
SHORTEST_PAIRED = 3
"""How long a word of a pair is at least: the shorter ones, such as in and of, tell nothing by their neighbours."""
MOST_ASKED = 40
"""How many words of a question are read: to find what a misspelt one may be takes some milliseconds."""
COVERED = 0.6
"""How much of a score hangs on how much of the question a text answers."""
ENDINGS = (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))
WORD = re.compile(r"[^\W_]+")


class Text(Record):
    """A text to be found: its fields, each with what a word in it weighs."""

    fields: Sequence[tuple[str, float]]


class Language(Record):
    """Words that ask and say nothing, and what is meant by words that no text may have."""

    empty: frozenset[str]
    means: Mapping[str, str]


def stem(word: str) -> str:
    """Return what a word has in common with its inflections: charges, charged, charging, charge are one."""
    word = word.removesuffix("s") if word.endswith(("ions", "ments")) else word
    for ending, left in (("ion", len("react")), ("ment", len("move"))):
        if word.endswith(ending) and len(word) - len(ending) >= left:
            word = word.removesuffix(ending)
    for ending, put in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= len("ant") and not word.endswith("ss"):
            word = word[: len(word) - len(ending)] + put
            break
    if len(word) > len("any") and word.endswith("e"):
        word = word[:-1]
    if len(word) > len("any") and word[-1] == word[-2]:
        word = word[:-1]
    return word


def words_of(text: str) -> list[str]:
    """Return the words of a text, in small letters."""
    return WORD.findall(text.lower().replace("'s ", " ").replace("'", ""))


def stems_of(text: str) -> list[str]:
    """Return what the words of a text have in common with their inflections."""
    return [stem(word) for word in words_of(text)]


def ranked(question: str, texts: Sequence[Text], language: Language) -> list[tuple[int, float]]:
    """Return the places of the texts that answer a question, with their scores, the best first."""
    read = [[(words_of(field), weight) for field, weight in text.fields] for text in texts]
    stems = {word: stem(word) for word in set().union(*[words for text in read for words, _ in text])}
    called = set().union(*[words for text in read for words, weight in text if weight >= PHRASED])
    asked = _asked(question, stems, called, language)
    if not asked:
        return []
    pairs = _pairs(stems_of(question))
    looked_for = {each for meant in asked for each in meant}
    telling = {word: each for word, each in stems.items() if each in looked_for}
    counted = [_counted(text, telling, pairs, stems) for text in read]
    average = sum(length for _, length in counted) / len(counted)
    rare = {each: _rarity(each, counted) for each in (*looked_for, *pairs)}
    most = sum(max(rare[each] for each in meant) for meant in asked)
    scores = []
    for place, (weights, length) in enumerate(counted):
        score = covered = 0.0
        for meant in asked:
            found = [
                counts * rare[each] * _saturated(weights[each], length / average)
                for each, counts in meant.items()
                if each in weights
            ]
            score += max(found, default=0) * (1 - BESIDES) + sum(found) * BESIDES
            covered += max(rare[each] for each in meant) if found else 0
        for pair in dict.fromkeys(pairs):
            score += TOGETHER * rare[pair] * _saturated(weights.get(pair, 0), length / average)
        if score:
            scores.append((place, score * (1 - COVERED + COVERED * covered / most)))
    return sorted(scores, key=lambda each: -each[1])


def _counted(
    text: Sequence[tuple[list[str], float]], telling: Mapping[str, str], pairs: Sequence[str], stems: Mapping[str, str]
) -> tuple[dict[str, float], int]:
    """Return what each of the stems and pairs that are looked for weighs in a text, and how long that is."""
    weights: dict[str, float] = defaultdict(float)
    for words, weight in text:
        times: dict[str, int] = defaultdict(int)
        for word in telling.keys() & words:
            times[telling[word]] += words.count(word)
        for each, often in times.items():
            weights[each] += weight * often
        if pairs and weight >= PHRASED:
            for pair in _pairs([stems[word] for word in words]):
                if pair in pairs:
                    weights[pair] += weight
    return dict(weights), sum([len(words) for words, _ in text])


def _pairs(words: Sequence[str]) -> list[str]:
    return [f"{one} {other}" for one, other in pairwise([word for word in words if len(word) >= SHORTEST_PAIRED])]


def _rarity(word: str, counted: Sequence[tuple[Mapping[str, float], int]]) -> float:
    having = sum(1 for weights, _ in counted if word in weights)
    return log(1 + (len(counted) - having + 0.5) / (having + 0.5))


def _saturated(weight: float, relative_length: float) -> float:
    return weight * (SATURATION + 1) / (weight + SATURATION * (1 - LENGTH + LENGTH * relative_length))


def _asked(
    question: str, known: Mapping[str, str], called: Iterable[str], language: Language
) -> list[dict[str, float]]:
    """Return, for each word of a question that says something, the stems it may stand for and what each counts."""
    words = words_of(question)[:MOST_ASKED]
    telling = [word for word in words if word not in language.empty] or words
    if len(telling) == 1 and telling[0] in language.empty and len(telling[0]) < SHORTEST_MISSPELT:
        return []
    asked = (_meant(word, known, called, language) for word in dict.fromkeys(telling))
    return [meant for meant in asked if meant]


def _meant(word: str, known: Mapping[str, str], called: Iterable[str], language: Language) -> dict[str, float]:
    stems = set(known.values())
    own = stem(word)
    meant = {own: 1.0} if own in stems else {}
    also = language.means.get(word) or language.means.get(own) or ""
    for each in words_of(also):
        if stem(each) in stems:
            meant.setdefault(stem(each), MEANT)
    return meant or _nearest(word, called, language) or _nearest(word, known, language) or _compound(word, stems)


def _compound(word: str, stems: AbstractSet[str]) -> dict[str, float]:
    """Return what two known words are that were written as one, or the word before a number, as in ac15."""
    bare = word.rstrip("0123456789")
    if bare != word:
        return {stem(bare): MEANT} if stem(bare) in stems else {}
    for at in range(SHORTEST_PAIRED, len(word) - SHORTEST_PAIRED + 1):
        halves = stem(word[:at]), stem(word[at:])
        if stems >= set(halves):
            return dict.fromkeys(halves, MEANT)
    return {}


def _nearest(word: str, known: Iterable[str], language: Language) -> dict[str, float]:
    """Return what a misspelt word may have been, of those that are known."""
    if len(word) < SHORTEST_MISSPELT:
        return {}
    import difflib

    likely = [
        each for each in {*known, *language.means} if abs(len(each) - len(word)) <= 2 and set(each[:2]) & set(word[:2])
    ]
    cutoff = SIMILAR_SHORT if len(word) <= SHORT else SIMILAR
    found: dict[str, float] = {}
    for each in difflib.get_close_matches(word, likely, n=3, cutoff=cutoff):
        alike = difflib.SequenceMatcher(None, word, each).ratio()
        for of in words_of(language.means.get(each, each)):
            found.setdefault(stem(of), alike)
    return found
