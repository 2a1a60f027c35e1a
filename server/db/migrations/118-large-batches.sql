-- A batch of so many points that a second person says yes first: until then no code of it leaves.
alter table voucher_batch add column held_at timestamptz;
