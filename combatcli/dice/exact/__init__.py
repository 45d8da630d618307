"""Exact odds: the probability of each total of an expression, or of each outcome of a rule.

distribution, unbounded  the results: outcomes with their ways, and arithmetic of those without a maximum
events                   results, and answers to questions about them, as events
expression               the entry point, from a syntax tree; what is known of it, and its sums
operations               other nodes: products, functions, comparisons, choices, conditional odds
names                    named values: the rest is evaluated for each outcome, or each answer about a pool
pools                    kept, counted or matched dice of one pool, or of several together
walk, kinds              the walk that answers questions about pools, value by value; the dice that it places
explosions, recurring    exploding dice: their sums, and the recurrence of endless ones
sums                     sums of many dice, as products of powers of polynomials
until                    the number of rolls that a sum takes
outcomes                 rules, enumerated once for each path of choices
budget                   the work and the memory that a thread may spend, and the refusals
"""
