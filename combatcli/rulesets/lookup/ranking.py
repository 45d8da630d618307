"""Texts that answer a question, the best first: BM25 over weighted fields, with spelling correction.

A word counts more if few texts have it and in a weightier field; a pair of neighboring words that both have counts once
more.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import log

from combatcli.records import Record

SATURATION = 2
"""How soon a word's repetition stops counting (k1)."""
MEANT = 0.5
"""The weight of a synonym."""
SIMILAR = 0.76
"""The least similarity of a misspelt word to the stem of its correction."""
SHORTEST_MISSPELT = 4
TOGETHER = 0.4
"""The weight of two neighboring words together, beside that of each."""
SHORTEST_PAIRED = 3
"""The least length of a word in a pair: shorter ones, such as in and of, tell nothing."""
MOST_ASKED = 40
"""The number of words read of a question: correcting one takes some milliseconds."""
UNKNOWN, SUBJECT = 0.6, 2.0
"""The weight of an unknown word, relative to the rarest known one; and of a word that names a subject."""
ENDINGS = (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))
WORD = re.compile(r"[^\W_]+")


class Texts(Record):
    """Searchable texts: their number, the weight of each stem or pair of stems by text index, and all stems."""

    count: int
    weighs: Callable[[str], Mapping[int, float]]
    stems: Callable[[], Iterable[str]]


class Language(Record):
    """Stop words and synonyms.

    ``verbs`` are phrasal verbs, as "run out", with the word each stands for; ``shared`` are stems that ask for a rule
    of every game, ``subjects`` those that a game may have no rule on.
    """

    empty: frozenset[str]
    means: Mapping[str, str]
    verbs: Mapping[str, str] = {}
    shared: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()


def stem(word: str) -> str:
    """Return the part of a word without inflection: charges, charged, charging, charge are one."""
    for ending, replacement in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= len("ant") and not word.endswith("ss"):
            word = word[: len(word) - len(ending)] + replacement
            break
    if len(word) > len("any") and word.endswith("e"):
        word = word[:-1]
    if len(word) > len("any") and word[-1] == word[-2]:
        word = word[:-1]
    return word


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return WORD.findall(text.lower().replace("'s ", " ").replace("'", ""))


def stems_of(text: str) -> list[str]:
    """Return the stems of the words of a text."""
    return [stem(word) for word in words_of(text)]


def join_verbs(text: str, verbs: Mapping[str, str]) -> str:
    """Return a text in lower case, with each phrasal verb as one word."""
    text = f" {' '.join(words_of(text))} "
    for verb, word in verbs.items():
        text = text.replace(f" {verb} ", f" {word} ")
    return text.strip()


class Match(Record):
    """An answering text: its index, its score, and the share of the question it explains, from 0 to 1."""

    index: int
    score: float
    explained: float


def ranked(question: str, texts: Texts, language: Language) -> list[Match]:
    """Return the texts that answer a question, the best first."""
    question = join_verbs(question, language.verbs)
    words = _stems_by_word(question, texts, language)
    asked = [stems for stems in words.values() if stems]
    if not asked:
        return []
    pairs = dict.fromkeys(_neighbor_pairs(stems_of(question)))
    weighs = {term: texts.weighs(term) for term in (*(stem for stems in asked for stem in stems), *pairs)}
    rare = {term: _rarity(len(having), texts) for term, having in weighs.items()}
    most = sum(max(rare[stem] for stem in stems) for stems in asked)
    unknown = [stem(word) for word, stems in words.items() if not (stems or word.isdecimal())]
    missing = sum([SUBJECT if word in language.subjects else UNKNOWN for word in unknown]) * _rarity(0, texts)
    matches = []
    for index in sorted({index for having in weighs.values() for index in having}):
        score = covered = 0.0
        for stems in asked:
            known = {stem: counts for stem, counts in stems.items() if index in weighs[stem]}
            weights = [counts * rare[stem] * _saturated(weighs[stem][index]) for stem, counts in known.items()]
            score += max(weights, default=0)
            covered += max(rare[stem] for stem in stems) if weights else 0
        for pair in pairs:
            score += TOGETHER * rare[pair] * _saturated(weighs[pair].get(index, 0))
        matches.append(Match(index, score, covered / (most + missing)))
    return sorted(matches, key=lambda match: -match.score)


def stem_weights(fields: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the weight of each stem and pair of neighbors in a text."""
    weighs: dict[str, float] = defaultdict(float)
    for field, weight in fields:
        stems = stems_of(field)
        for term in (*stems, *_neighbor_pairs(stems)):
            weighs[term] += weight
    return dict(weighs)


def _neighbor_pairs(words: Sequence[str]) -> list[str]:
    return [f"{one} {other}" for one, other in pairwise([word for word in words if len(word) >= SHORTEST_PAIRED])]


def _rarity(having: int, texts: Texts) -> float:
    return log(1 + (texts.count - having + 0.5) / (having + 0.5))


def _saturated(weight: float) -> float:
    return weight * (SATURATION + 1) / (weight + SATURATION)


def _stems_by_word(question: str, texts: Texts, language: Language) -> dict[str, dict[str, float]]:
    """Return, for each significant word of a question, its possible stems with their weights."""
    words = words_of(question)[:MOST_ASKED]
    telling = [word for word in words if word not in language.empty] or words
    if len(telling) == 1 and telling[0] in language.empty and len(telling[0]) < SHORTEST_MISSPELT:
        return {}
    return {word: _possible_stems(word, texts, language) for word in telling}


def _possible_stems(word: str, texts: Texts, language: Language) -> dict[str, float]:
    word_stem = stem(word)
    synonyms = language.means.get(word) or language.means.get(word_stem) or ""
    weights = {word_stem: 1.0} if texts.weighs(word_stem) else {}
    for synonym in map(stem, words_of(synonyms)):
        if texts.weighs(synonym):
            weights.setdefault(synonym, MEANT)
    if synonyms or word_stem in language.subjects:
        return weights
    return weights or _stems_spelled_like(word, texts, language) or _stems_of_compound(word, texts)


def _stems_of_compound(word: str, texts: Texts) -> dict[str, float]:
    """Return the two known words that were written as one, or the word before a number, as in ac15."""
    bare = word.rstrip("0123456789")
    if bare != word:
        return {stem(bare): MEANT} if texts.weighs(stem(bare)) else {}
    for split in range(SHORTEST_PAIRED, len(word) - SHORTEST_PAIRED + 1):
        halves = stem(word[:split]), stem(word[split:])
        if all(texts.weighs(half) for half in halves):
            return dict.fromkeys(halves, MEANT)
    return {}


def _stems_spelled_like(word: str, texts: Texts, language: Language) -> dict[str, float]:
    """Return the known stems that a misspelt word may be of."""
    if len(word) < SHORTEST_MISSPELT:
        return {}
    import difflib

    likely = {
        candidate
        for candidate in (*texts.stems(), *language.means)
        if abs(len(candidate) - len(word)) <= 3 and set(candidate[:2]) & set(word[:2])
    }
    nearest: dict[str, float] = {}
    for match in difflib.get_close_matches(word, likely, n=3, cutoff=SIMILAR):
        similarity = difflib.SequenceMatcher(None, word, match).ratio()
        for meaning in words_of(language.means.get(match, match)):
            nearest.setdefault(stem(meaning), similarity)
    return nearest
