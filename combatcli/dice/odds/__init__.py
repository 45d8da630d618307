"""Exact odds: what an expression, or a whole rule, may come to, and how likely each of it is.

distribution, endless    what is found: outcomes with their ways, and those without a highest one
events                   the same, and what is asked of it, as events
expression               the way in: a syntax tree; its sums, and dice that are added up
operations, compound     its other nodes: products and functions; comparisons, choices and names
gathered, columns        the rarest of these: dice of several pools together; names used where nothing else is rolled
faces, explosions        one die: what it may show, and what it adds if it explodes
sums, polynomials        many dice added up
pools, keeps             pools of which some dice are kept
walk, kinds, packing     how the kept ones are found: value by value, from the nearer end
recurring                how outcomes without end go on, so that one is held exactly against another
branching, outcomes      rules: gone through once for each path of choices
budget                   how much work and memory all of it may take
"""
