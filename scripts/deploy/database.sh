#!/bin/sh
# Run once by the image of PostgreSQL, for an empty volume: the role of DATABASE_APP_URL, which can add to ledgers and
# not change them (docs/operations.md).
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$POSTGRES_PASSWORD" <<'SQL'
create role campus_app login password :'password';
SQL
