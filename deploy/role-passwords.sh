#!/bin/sh
# Sets the passwords of the roles of roles.sql when PostgreSQL's container creates its database.
set -eu
psql -v ON_ERROR_STOP=1 -v app="$APP_PASSWORD" -v owner="$OWNER_PASSWORD" -U postgres -d "$POSTGRES_DB" <<'SQL'
alter role surbrote_app password :'app';
alter role surbrote_owner password :'owner';
SQL
