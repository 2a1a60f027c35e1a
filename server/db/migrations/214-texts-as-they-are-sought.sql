-- To look for words among the texts of all channels each was stripped of its markup and made small again, for every search.
-- A text says it once, when it is written: what a holder reads of it, of a picture what it is said to show.

alter table content add column sought text generated always as (
  case when kind = 'text' then lower(value)
    when kind = 'area' then lower(regexp_replace(value, '<[^>]*>', '', 'g'))
    when kind = 'media' and alt <> '' then lower(alt) end) stored;
