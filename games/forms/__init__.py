"""The form for a table's rules, and rules in words."""

from ..form_parts import CLOCKS as CLOCKS
from .filled import can_be_typed as can_be_typed
from .filled import defaults as defaults
from .filled import typed as typed
from .reading import HOUR as HOUR
from .table_form import TableForm as TableForm
from .table_form import blank as blank
from .table_form import linked as linked
from .table_form import sent as sent
from .words import lasts_phrase as lasts_phrase
from .words import pause_phrase as pause_phrase
from .words import preset_name as preset_name
from .words import sentence as sentence
from .words import shown_card as shown_card
from .words import turn_phrase as turn_phrase
