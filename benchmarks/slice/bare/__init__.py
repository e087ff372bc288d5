"""The slice by hand on `kibitz.core.Game`: what the card kit is measured against."""
