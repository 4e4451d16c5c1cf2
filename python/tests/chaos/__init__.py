"""Every writing command against every server fault and a kill at any moment.

The variable ``CHAOS_KILLS``, the number of kills of each command, makes the tests long. Then faults
occur in every phase and format, too. ``CHAOS_TABLE`` names a file that gets a row for each command,
and for each fault: the places tried, the right results and the most paid calls more.
"""

import os

KILLS = int(os.environ.get("CHAOS_KILLS", "0"))
TABLE = os.environ.get("CHAOS_TABLE", "")
