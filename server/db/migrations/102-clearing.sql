-- What has ended is cleared by itself, each kind after its time: found by an index, a portion at a time.

create index login_try_by_moment on login_try (since);
create index session_ticket_by_end on session_ticket (ends_at);
create index staff_token_by_end on staff_token (ends_at);
create index staff_invitation_by_end on staff_invitation (ends_at);
create index purchase_link_by_moment on purchase_link (made_at);
create index credit_proposal_by_end on credit_proposal (expires_at);
create index import_run_by_moment on import_run (made_at);

-- When each kind was last cleared, and how much there was of it.
create table clearing (
  name text primary key,
  cleared bigint not null default 0 check (cleared >= 0),
  last_at timestamptz not null,
  last_count integer not null check (last_count >= 0)
);
