-- A rate that was to come may be withdrawn; who looked at it stays written.
alter table vat_rate_check drop constraint vat_rate_check_country_class_from_date_fkey;
