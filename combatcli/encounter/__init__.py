"""The encounter: its schema, how it is read and written, and its journal."""

from combatcli.encounter.slim import import_slim

import_slim()
