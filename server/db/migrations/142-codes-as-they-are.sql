-- Codes of digital gifts are one where they are written alike: a vendor may tell capitals apart. Those that differ in capitals,
-- blanks and hyphens alone are told as a warning. One that was taken back may be brought in again. Decision 062.
alter table digital_code
  -- By its letters as they are; null: it came before that was kept.
  add column exact bytea check (length(exact) = 32),
  drop constraint digital_code_mark_key;
create index digital_code_mark on digital_code (mark);
create unique index digital_code_exact on digital_code (exact) where state <> 'gone';
