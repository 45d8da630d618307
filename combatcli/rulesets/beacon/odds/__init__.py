"""The odds of this game's own rolls: kept dice that explode, and damage dice that follow from how far they reach.

throws         what a source is asked for: an action roll, one against another, a roll with its damage
action_totals  totals of pools of which one die is kept and explodes at its maximum
damage_totals  totals of the damage dice, whose number depends on the total of the action roll
tails          one outcome that stands for all larger ones, with their mean
"""
