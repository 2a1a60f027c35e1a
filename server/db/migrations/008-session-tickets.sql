-- A session on its way to the host where its voucher belongs. The ticket is kept as its hash, and the code's hash,
-- which only the browser knows else, can be read with the ticket alone. Gone with the session, whatever ends that.
create table session_ticket (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  token_hash bytea not null unique references session on delete cascade,
  sealed_code bytea not null,
  ends_at timestamptz not null
);
