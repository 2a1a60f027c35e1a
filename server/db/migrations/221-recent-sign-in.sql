-- Sensitive actions need a recent sign-in, so a session stores when its person last proved who they are.
-- Null: unknown, as with a company sign-in that does not report it.
alter table staff_session add column authenticated_at timestamptz;
update staff_session set authenticated_at = made_at where way <> 'openid';

-- Whether that sign-in included a second factor. A passkey and the company sign-in count as one.
alter table staff_session add column second_factor boolean not null default false;
update staff_session set second_factor = true
where way in ('passkey', 'openid') or exists (
  select from staff_factor factor
  where factor.staff_id = staff_session.staff_id and kind = 'totp' and confirmed_at is not null);

-- Since when somebody is an owner, or has access as an owner again after a reset. Null: since before this was stored.
alter table staff add column owner_since timestamptz;
-- When somebody stopped being an owner.
alter table staff add column owner_until timestamptz;
