-- How a line ends that no warehouse speaks of.

-- So many days after its release a supplier's gift counts as arrived, as far as the order's state goes.
alter table channel add column supplier_days integer not null default 14
  check (supplier_days between 1 and 365);

-- Expected and not proven: the time to withdraw does not begin with it.
alter table order_line add column arrival_assumed boolean not null default false;
alter table order_line add constraint order_line_assumes_only_suppliers
  check (not arrival_assumed or delivery_condition = 'dropship' and state = 'delivered');

-- What is looked through every few seconds is only what is still to be settled.
create index order_line_to_settle on order_line (order_number)
  where state = 'released' and delivery_condition in ('digital', 'dropship');
