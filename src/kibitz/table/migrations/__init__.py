"""The schemas of the store, in the order in which they were released, for Alembic.

`Store.open` brings every database to the newest. To change the schema, add a module to `versions/`,
change `tables.py`, and raise `SCHEMA`.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

# The newest schema; later ones compare greater.
SCHEMA: Final = "0001"
# Where a database keeps the number of its schema.
VERSION_TABLE: Final = "kibitz_schema"


def schema_of(connection: Connection) -> str:
    """Returns the schema of a database; empty if its version table is."""
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return "" if found is None else str(found)


def migrate(connection: Connection, schema: str = SCHEMA) -> None:
    """Brings an older or empty database to a schema, within the transaction of the connection."""
    # Not at the top: it takes 0.1 s, and most databases have the newest schema.
    from alembic import command
    from alembic.config import Config

    config = Config()
    # Alembic reads a % as the start of a variable.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, schema)
