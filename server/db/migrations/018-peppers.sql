-- Which peppers the vouchers of this shop are kept with: each by its name and by an HMAC of a fixed text, from which
-- nobody learns the secret, but which tells another secret under the same name.
create table pepper (
  name text primary key,
  mark bytea not null,
  first_used_at timestamptz not null default now()
);
