"""Exact odds: how likely each total of an expression, or each outcome of a whole rule, is.

distribution, unbounded  the results: outcomes with their ways, and those without a highest one
events                   results, and answers to questions about them, as events
expression, terms        the way in: from a syntax tree; its sums, counts and faces of dice
operations, choices      its other nodes: products and functions; comparisons, choices and names
pooled_sums              the dice of several pools together
faces, explosions        one die: what it may show, and what it adds if it explodes
sums, polynomials        many dice added up
pools, keeps             pools of which some dice are kept: 4d6!kh3
walk, packing            how the kept ones are counted: value by value, from the nearer end
identical_dice           what is placed on the values then
recurring                how outcomes without end go on, so that one is held exactly against another
outcomes                 rules: gone through once for each path of choices
budget                   how much work and memory all of it may take, and the refusals
"""
