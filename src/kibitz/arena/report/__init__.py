"""Reports as HTML pages that load nothing else: no scripts, no images, no fonts."""

from kibitz.arena.report.ladder import ladder_report
from kibitz.arena.report.matrix import matrix_report
from kibitz.arena.report.page import html_report

__all__ = ["html_report", "ladder_report", "matrix_report"]
