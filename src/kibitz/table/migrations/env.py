"""What Alembic runs to migrate; `Store.open` hands over its connection."""

from alembic import context

from kibitz.table.migrations import VERSION_TABLE
from kibitz.table.migrations.tables import METADATA

# The caller has begun the transaction, so a schema is changed as a whole or not at all.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
