"""The dice notation in a line each: what to write, what it does, how Roll20 differs, and what is shown."""

NOTATION = (
    (
        "3d6+2  d20  d%  4dF",
        "dice, one die, a percentile die, Fate dice; (2+1)d6, d{1,1,2,3}, d{1..6}, d{1:2,2..5} (1 twice) too",
    ),
    ("4d6kh3  2d20kl1  dh1  dl1", "keep or drop the highest or lowest; k3 is kh3 (Roll20's d1 is dl1 here)"),
    ("3d6!  !>=5  !!  !p  !o", "explode on the highest face, or on these; compounding, penetrating, at most once"),
    ("4d6r<3  ro<3  r", "reroll while it matches, or once (r applies before ro) [default: the lowest face]"),
    ("d{hit:2,miss}  3d{hit,miss}=hit", "a die of words; roll, count or match them; they have no sum (not in Roll20)"),
    ("5d{1..13:4}u", "draw without replacement, like cards; ms, mt, mr, keeping and counting work"),
    ("3d6min2  max5", "count each die as at least 2, or at most 5"),
    (
        "8d10>=7f1",
        "count dice that show 7 or more, minus those that show 1; > and < are strict (Roll20's >7 is >=7 here)",
    ),
    (
        "8d6mt  mt3  ms  mr",
        "count values shown by 2 or 3 dice; the size of the largest set; the longest run (Roll20 has mt)",
    ),
    ("8d6s  sd", "show the dice in order, ascending or descending"),
    ("{2d6,1d8}kh1", "a group: keep, drop, count or match its members"),
    ("{4d6+3d8}kh4  {3d20+5}>=21", "a group with one member: keep or count its dice; to count, 5 is added to each"),
    ("{6x4d6kh3}kh1  6x4d6kh3", "repeat a member, or the whole roll (Roll20 has neither)"),
    ("1d20+5 >= 15", "1 if true, else 0; compares any two values: (3d6+2) > (2d8) (not in Roll20)"),
    (
        "1d20 >= 15 and 1d6 = 2  or  not",
        "1 if both are true, if one is, or if it is not; else 0 (not in Roll20)",
    ),
    (
        "a = 1d20; if(a = 20, 4d6, a)",
        "use one roll twice, and choose between two values; only that one is rolled (not in Roll20)",
    ),
    (
        "p = {6d6}; if((p=6) >= 2, 7, p kh1)",
        "name a pool to keep, drop, count or match its dice later; p alone is the total (not in Roll20)",
    ),
    ("+ - * / // % **", "arithmetic; / and // round down (Roll20's / has fractions)"),
    (
        "floor ceil round abs min max",
        "functions; / is exact inside the first three, and round(5/2) is 3",
    ),
    ("ge gt le lt eq  x", "words for >= > <= < = and !, so that a shell needs no quotes"),
    ("3d6 # fire  2d6[fire] + 1d8[cold]", "a label for the roll, or for parts of it, with subtotals (odds --by-label)"),
    ("limits", "10,000 dice, 4,096 characters, 100 levels, 1,000 explosions a die, numbers of 4,000 digits"),
)

BREAKDOWN = (
    ("[6, 5, 1r, (2)]", "dice in the order rolled, or sorted by s and sd; 1r was rerolled, (2) is dropped"),
    ("6!  6!+6!+2", "it exploded; with !! the added dice belong to it, and are dropped and sorted with it"),
    ("3-1", "with !p, a die that an explosion adds counts one less"),
    ("1->2  6!+4->8", "with min or max, this die and its !! dice count as 2 or 8"),
    ("9*  1x", "a success or a match; a failure"),
    ("-1  0  +1", "faces of Fate dice; in +1!+0 an explosion added 0"),
    ("([3] > 4 = 0)", "a comparison, count or match inside a larger roll, with its result"),
    ("{([1, 2] = 3), [4] = 4}", "members of a group; the first one is dropped"),
)
