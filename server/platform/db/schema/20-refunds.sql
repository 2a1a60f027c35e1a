-- Withdrawals, credits, replacements and refunds.

-- The holder's notice of withdrawal, which counts from its receipt. Points and money follow when the gifts are
-- back.
create table withdrawal (
  number text generated always as (order_number || '-W' || place::text) stored primary key,
  order_number text not null references orders,
  place integer not null check (place > 0),
  -- The idempotency key of the client.
  key uuid not null,
  email text not null,
  reason text not null default '',
  points integer not null check (points >= 0),
  points_to_credit integer not null check (points_to_credit >= 0),
  cents_to_credit integer not null check (cents_to_credit >= 0),
  at timestamptz not null,
  voucher_id bigint,
  unique (order_number, place),
  unique (order_number, key),
  -- 1 point = 5 EUR, as in orders.
  check (points_to_credit * 500 + cents_to_credit = points * 500)
);
create index withdrawal_by_moment on withdrawal (at);

create table withdrawal_line (
  withdrawal_number text references withdrawal,
  order_number text not null,
  line integer,
  quantity integer not null check (quantity > 0),
  voucher_id bigint,
  primary key (withdrawal_number, line),
  foreign key (order_number, line) references order_line
);
create index on withdrawal_line (order_number, line);

-- The gifts of a withdrawal are back, recorded once.
create table withdrawal_return (
  withdrawal_number text primary key references withdrawal,
  goods text not null check (goods in ('shelf', 'written-off')),
  note text not null default '',
  staff_id bigint not null references staff,
  at timestamptz not null
);

create table credit_proposal (
  id uuid primary key default gen_random_uuid(),
  order_number text not null references orders,
  withdrawal_number text references withdrawal,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  goods text not null check (goods in ('none', 'shelf', 'written-off')),
  reason text not null check (reason ~ '^[a-z]+(-[a-z]+)*$'),
  note text not null default '',
  points integer not null check (points > 0),
  points_back integer not null check (points_back >= 0),
  cents_back integer not null check (cents_back >= 0),
  cents_sent integer not null,
  vat_back integer not null,
  -- The state of the order. If the order has changed since, the proposal cannot be booked.
  stood jsonb not null,
  made_by bigint references staff,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  check (cents_sent between 0 and cents_back),
  check (vat_back between 0 and cents_back),
  check (points_back * 500 + cents_back = points * 500),
  constraint credit_proposal_by_itself
    check (made_by is not null or withdrawal_number is not null or reason = 'falls-away')
);
create index on credit_proposal (order_number);
create index on credit_proposal (expires_at);

-- A gift that cannot be delivered: its holder chooses another one for the same points, or gets them back.
-- Decision 005.
create table replacement_offer (
  id uuid primary key default gen_random_uuid(),
  order_number text not null references orders,
  voucher_id bigint not null references voucher,
  -- The complete line cannot be delivered. Counts the times that this happened to it.
  line integer not null,
  place integer not null check (place > 0),
  cause text not null check (cause in ('sold-out', 'declined', 'lost', 'refused')),
  note text not null default '',
  -- Null: it started automatically.
  staff_id bigint references staff,
  -- The token is derived from the pepper and this row, and is stored nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  started_at timestamptz not null,
  until timestamptz not null,
  remind_at timestamptz,
  reminded_at timestamptz,
  -- The line as it was.
  former jsonb not null check (jsonb_typeof(former) = 'object'),
  -- 'default': no answer in time. 'called-off': it can be delivered after all. 'overtaken': it was refunded in
  -- another way.
  outcome text check (outcome in ('other-gift', 'points-back', 'default', 'called-off', 'overtaken')),
  ended_at timestamptz,
  ended_by bigint references staff,
  spli_id text references offer,
  -- The two tables refer to each other, so one of the keys is checked at the commit.
  credit_number text unique,
  unique (order_number, line, place),
  foreign key (order_number, line) references order_line,
  check (started_at < until and (remind_at is null or remind_at < until)),
  check ((outcome is null) = (ended_at is null)),
  check ((spli_id is not null) = (outcome is not distinct from 'other-gift')),
  check ((credit_number is not null) = (outcome is not null and outcome in ('points-back', 'default'))),
  check ((ended_by is not null) <= (outcome is not distinct from 'called-off'))
);
create unique index replacement_offer_open on replacement_offer (order_number, line) where outcome is null;
create index replacement_offer_due on replacement_offer (until) where outcome is null;
create index replacement_offer_to_remind on replacement_offer (remind_at) where outcome is null and reminded_at is null;
create index replacement_offer_of on replacement_offer (order_number);

-- Points and money refunded for ordered gifts, for any reason. Decision 004.
create table credit (
  number text generated always as (order_number || '-C' || place::text) stored primary key,
  order_number text not null references orders,
  place integer not null check (place > 0),
  -- 'cancel': the complete order, before anything went to fulfilment.
  kind text not null check (kind in ('refund', 'cancel', 'withdrawal')),
  -- A proposal is booked once, and a withdrawal is credited once.
  proposal_id uuid not null unique references credit_proposal,
  withdrawal_number text unique references withdrawal,
  goods text not null check (goods in ('none', 'shelf', 'written-off')),
  reason text not null,
  note text not null default '',
  points integer not null check (points > 0),
  points_back integer not null check (points_back >= 0),
  cents_back integer not null check (cents_back >= 0),
  -- Less than `cents_back` if a bank or the provider had already returned part of the money.
  cents_sent integer not null,
  vat_back integer not null,
  staff_id bigint references staff,
  approval_id bigint references approval,
  at timestamptz not null,
  replacement_offer_id uuid unique references replacement_offer,
  unique (order_number, place),
  check (cents_sent between 0 and cents_back),
  check (vat_back between 0 and cents_back),
  check (points_back * 500 + cents_back = points * 500),
  check ((kind = 'withdrawal') = (withdrawal_number is not null)),
  constraint credit_by_itself check (staff_id is not null or kind = 'withdrawal' or replacement_offer_id is not null),
  constraint credit_of_choice_by_itself check (replacement_offer_id is null or staff_id is null)
);
create index on credit (at);
alter table replacement_offer add foreign key (credit_number) references credit deferrable initially deferred;

create table credit_line (
  credit_number text references credit,
  order_number text not null,
  line integer,
  quantity integer not null check (quantity > 0),
  primary key (credit_number, line),
  foreign key (order_number, line) references order_line
);
create index on credit_line (order_number, line);

-- The amounts by VAT rate, so that the report of a day is a sum.
create table credit_vat (
  credit_number text references credit,
  country text,
  bp integer,
  cents integer not null check (cents >= 0),
  vat_cents integer not null check (vat_cents >= 0),
  primary key (credit_number, country, bp)
);

-- Money that goes back by the payment provider.
create table refund (
  key uuid primary key default gen_random_uuid(),
  payment_key uuid not null references payment,
  cents integer not null check (cents > 0),
  reason text not null,
  state text not null default 'waiting',
  provider_id text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- The failed refund that this one repeats. Each is repeated at most once.
  repeats uuid unique references refund,
  -- How a person returned the money after the provider failed to.
  settled_note text check (settled_note <> ''),
  credit_number text references credit,
  -- 'waiting': not at the provider yet. 'refused': the provider did not accept it. The others are the
  -- provider's states. Only 'refunded' means that the money left.
  constraint refund_state
    check (state in ('waiting', 'queued', 'pending', 'processing', 'refunded', 'failed', 'canceled', 'refused')),
  constraint refund_at_provider check ((provider_id is null) = (state in ('waiting', 'refused'))),
  constraint refund_ended check ((done_at is null) = (state in ('waiting', 'queued', 'pending', 'processing'))),
  constraint refund_settled_otherwise check (settled_note is null or state in ('failed', 'canceled', 'refused')),
  constraint refund_of_credit check ((reason = 'credit') = (credit_number is not null))
);
create index on refund (payment_key);
create unique index refund_provider_id on refund (provider_id) where provider_id is not null;
-- Money without an order ('no-order'), and that of a cancelled order ('order-undone'), is refunded once. Only a failed
-- refund is repeated.
create unique index one_refund_of_stray_money on refund (payment_key) where reason = 'no-order' and repeats is null;
create unique index one_refund_of_undone_order on refund (payment_key)
  where reason = 'order-undone' and repeats is null;
create index refund_under_way on refund (payment_key) where state in ('waiting', 'queued', 'pending', 'processing');
-- A credit is refunded once. Only a failed refund is repeated.
create unique index one_refund_of_credit on refund (credit_number)
  where credit_number is not null and repeats is null;
create index refund_by_end on refund (done_at) where state = 'refunded';

-- Triggers

create constraint trigger withdrawal_adds_up after insert on withdrawal
  deferrable initially deferred for each row execute function withdrawal_adds_up();
create trigger withdrawal_is_immutable before update or delete on withdrawal
  for each row execute function withdrawal_is_immutable();
create trigger withdrawal_voucher before insert on withdrawal
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger withdrawal_line_append_only before update or delete on withdrawal_line
  for each row execute function append_only();
create trigger withdrawal_within_line before insert on withdrawal_line
  for each row execute function withdrawal_within_line();
create trigger withdrawal_line_voucher before insert on withdrawal_line
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger withdrawal_beside_credits after insert on withdrawal_line
  for each row execute function withdrawal_beside_credits();
create trigger digital_items_released after insert on withdrawal_line
  for each row execute function digital_items_released();
create trigger withdrawal_return_append_only before update or delete on withdrawal_return
  for each row execute function facts_are_immutable('note');
create trigger credit_proposal_fixed before update on credit_proposal
  for each row execute function facts_are_immutable('note');
create trigger replacement_offer_ends_once before update or delete on replacement_offer
  for each row execute function replacement_offer_ends_once();
create constraint trigger replacement_offer_is_complete after update on replacement_offer
  deferrable initially deferred for each row when (new.outcome is not null) execute function replacement_offer_is_complete();
create constraint trigger credit_adds_up after insert on credit
  deferrable initially deferred for each row execute function credit_adds_up();
create trigger credit_append_only before update or delete on credit
  for each row execute function facts_are_immutable('note');
create trigger credit_to_webhooks after insert on credit
  for each row execute function credit_to_webhooks();
create trigger credit_line_append_only before update or delete on credit_line
  for each row execute function append_only();
create trigger credit_within_line before insert on credit_line
  for each row execute function credit_within_line();
create trigger digital_items_released after insert on credit_line
  for each row execute function digital_items_released();
create trigger credit_vat_append_only before update or delete on credit_vat
  for each row execute function append_only();
create trigger refund_within_payment before insert on refund
  for each row execute function refund_within_payment();
create trigger refund_state_advances before update or delete on refund
  for each row execute function refund_state_advances();
create trigger refund_made after insert on refund for each row
  when (new.repeats is not null or new.state in ('refunded', 'failed', 'canceled', 'refused'))
  execute function refund_creates_task();
create trigger refund_creates_task after update on refund for each row
  when (old.state <> new.state or old.settled_note is distinct from new.settled_note)
  execute function refund_creates_task();
create trigger refund_to_webhooks after update on refund for each row
  when (new.credit_number is not null and old.state <> new.state
    and new.state in ('refunded', 'failed', 'canceled', 'refused'))
  execute function refund_to_webhooks();
