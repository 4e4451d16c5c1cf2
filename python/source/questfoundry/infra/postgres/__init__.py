"""Projects in PostgreSQL: connections, schema, locks. Needs the extra ``database``."""
