"""Exact odds: how likely each total of an expression, or each outcome of a whole rule, is.

distribution, unbounded  the results: outcomes with their ways, and those without a highest one
events                   results, and answers to questions about them, as events
expression, terms        the way in: from a syntax tree; its sums, counts and faces of dice
operations, choices      its other nodes: products and functions; comparisons, choices, and rolls among some
names, closures          what has a name: for each outcome, or each answer about a pool, what the rest comes to
pools, pooled_sums       the dice of a pool, or of several together, of which some are kept, counted or matched
walk, kinds              one walk for all that is asked of them: value by value, and what it holds and places
explosions, recurring    dice that explode: their sums, and how these go on without end
sums, polynomials        many dice added up
until                    how many rolls a sum takes
outcomes                 rules: gone through once for each path of choices
budget                   how much work and memory a thread may spend, and the refusals
"""
