-- Names of vouchers without an end are forgotten as well, so long after the last that was heard of them; what is left on one
-- stays, so its code goes on working. Decision 060.
alter table voucher add column names_forgotten_at timestamptz;
