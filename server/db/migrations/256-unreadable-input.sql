-- Input from outside that could not be read within its bounds. It is kept as it came, a person is notified, and the shop
-- does not parse it again by itself.

-- Why no form of a stored picture can be drawn; null where forms can be drawn, or were not asked for yet.
alter table picture add column unusable text check (unusable in ('time', 'memory', 'size', 'error'));

create table unreadable_mail (
  -- SHA-256 of the bytes: the same mail again is known by it.
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  door text not null check (door in ('answers', 'reports')),
  -- Sealed with the pepper: a mail that came back may hold a voucher code.
  sealed bytea not null,
  size integer not null check (size > 0),
  why text not null check (why in ('time', 'memory', 'size', 'error')),
  -- Whose colleagues are notified: nobody knows yet whom it is for.
  channel_id text references channel,
  at timestamptz not null
);
create index on unreadable_mail (at);
