#!/bin/sh
# Patroni runs this once, on the first primary, with a connection string.
set -eu
psql "$1" --quiet --set=ON_ERROR_STOP=1 --set=password="$DROPLINE_PASSWORD" <<'SQL'
CREATE ROLE dropline LOGIN PASSWORD :'password';
CREATE DATABASE dropline OWNER dropline ENCODING 'UTF8' TEMPLATE template0;
SQL
