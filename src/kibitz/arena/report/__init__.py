"""Reports as HTML pages that load nothing else: no scripts, no images, no fonts."""

from kibitz.arena.report.page import html_report
from kibitz.arena.report.series import series_report

__all__ = ["html_report", "series_report"]
