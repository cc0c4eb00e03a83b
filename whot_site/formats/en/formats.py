"""English: Sun 1 Mar 2026, 18:30. The zone is named behind it by who shows it."""

DATE_FORMAT = "D j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j M Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
