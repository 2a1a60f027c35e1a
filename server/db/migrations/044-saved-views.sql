-- What a list shows, kept under a name: the query of its address.
create table saved_view (
  id bigint generated always as identity primary key,
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  owner_id bigint not null references staff,
  name text not null check (name = trim(name) and length(name) between 1 and 60),
  -- Seen by everybody who opens the page, changed by its owner alone.
  shared boolean not null,
  query text not null check (length(query) <= 4000),
  unique (page, owner_id, name)
);
create index on saved_view (page) where shared;
create index on saved_view (owner_id);
