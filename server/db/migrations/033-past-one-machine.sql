-- Which line of the write-ahead log the last order number was given on. A new leader begins a new line, and whatever
-- he had not received yet is gone, numbers that holders have been told included: next_order_number() leaves them out.
create table order_number_timeline (
  one boolean primary key default true check (one),
  timeline integer not null
);
insert into order_number_timeline (timeline)
select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer;
