-- Passkeys and a company's own sign-in.

-- What a browser was asked to sign is signed once: whoever brings it again is late.
create table staff_challenge_spent (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  ends_at timestamptz not null
);
create index on staff_challenge_spent (ends_at);

-- Who a colleague is elsewhere. An address may be given to somebody else there; this never is.
create table staff_identity (
  issuer text not null,
  subject text not null,
  staff_id bigint not null references staff,
  added_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, staff_id)
);
create index on staff_identity (staff_id);
