"""The report of a run of plays: one HTML file that stands alone."""

from suffice.worlds.fiction.report.whole import make_report, write_report

__all__ = ["make_report", "write_report"]
