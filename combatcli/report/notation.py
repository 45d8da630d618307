"""The notation in a line each, for people: what is written, what it does, where Roll20 differs; and what is shown."""

from __future__ import annotations

NOTATION = (
    (
        "3d6+2  d20  d%  4dF",
        "dice, one die, a percentile die, Fate dice; (2+1)d6, d{1,1,2,3}, d{1..6}, d{1:2,2..5} (1 twice) too",
    ),
    ("4d6kh3  2d20kl1  dh1  dl1", "keep or drop the highest or lowest; k3 is kh3 (Roll20's d1 is dl1 here)"),
    ("3d6!  !>=5  !!  !p  !o", "explode on the highest face, or on these; compounding, penetrating, at most once"),
    ("4d6r<3  ro<3  r", "reroll until it is no more so, or once (r is asked first); without a number the lowest face"),
    ("d{hit:2,miss}  3d{hit,miss}=hit", "a die of words: rolled, counted, matched, and not added up (not in Roll20)"),
    ("5d{1..13:4}u", "draw without putting back, as cards; then ms, mt, mr, keeps and counts as of dice"),
    ("3d6min2  max5", "count each die as no less, as no more"),
    (
        "8d10>=7f1",
        "count dice that show 7 or more, less those that show 1; > and < are strict (Roll20's >7 is >=7 here)",
    ),
    (
        "8d6mt  mt3  ms  mr",
        "count matches: values that 2, or 3, dice show; the largest set; the longest run (Roll20 has mt)",
    ),
    ("8d6s  sd", "show the dice in order, ascending or descending"),
    ("{2d6,1d8}kh1", "a group: its members are kept, dropped, counted, matched"),
    ("{4d6+3d8}kh4  {3d20+5}>=21", "of a group of one member the dice are; where they are counted, 5 is added to each"),
    ("{6x4d6kh3}kh1  6x4d6kh3", "a member, or the whole, so many times (Roll20 has neither)"),
    ("1d20+5 >= 15", "1 if it holds, else 0, of any two values: (3d6+2) > (2d8) (Roll20 has none)"),
    (
        "1d20 >= 15 and 1d6 = 2  or  not",
        "1 if both hold, if one of them does, if it does not; else 0 (Roll20 has none)",
    ),
    (
        "a = 1d20; if(a = 20, 4d6, a)",
        "a roll used twice, and of two values one; the other is not rolled (not in Roll20)",
    ),
    (
        "p = {6d6}; if((p=6) >= 2, 7, p kh1)",
        "a pool with a name keeps its dice, to be kept, dropped, counted, matched; p is the total (not in Roll20)",
    ),
    ("+ - * / // % **", "arithmetic; / and // round down (Roll20's / has fractions)"),
    (
        "floor ceil round abs min max",
        "functions; / in what the first three add and multiply is exact, and round(5/2) is 3",
    ),
    ("ge gt le lt eq  x", "for a shell's sake: >= > <= < =, and ! of dice"),
    ("3d6 # fire  2d6[fire] + 1d8[cold]", "a label; each of these has a subtotal, and odds by --by-label"),
    ("limits", "10,000 dice, 4,096 characters, 100 levels, 1,000 explosions of a die, numbers of 4,000 digits"),
)

BREAKDOWN = (
    ("[6, 5, 1r, (2)]", "dice in the order rolled, or as s and sd order them: 1r was rerolled, (2) is dropped"),
    ("6!  6!+6!+2", "it exploded; with !! what that adds belongs to the die, which is dropped and ordered as one"),
    ("3-1", "with !p: a die that an explosion adds counts one less"),
    ("1->2  6!+4->8", "min or max: this die, with all that compounds it, counts 2, counts 8"),
    ("9*  1x", "a success, or one of those that match; a failure"),
    ("-1  0  +1", "what Fate dice show; in +1!+0 one added 0 to another"),
    ("([3] > 4 = 0)", "what is compared, counted or matched as a part of something stands with what it came to"),
    ("{([1, 2] = 3), [4] = 4}", "members of a group, the first one dropped"),
)
