-- The words that somebody is found by: each name whole and in its parts, without accents; mail addresses likewise. At
-- most four texts; two hundred letters without a break are no word. One expression, which the planner takes into the
-- index's own: a function with a query inside is planned anew for every order. Of PostgreSQL's own functions only:
-- an index is made with no other in sight.
-- Indexes are made of it: another way of taking words apart needs them made anew.
create or replace function person_words(texts text[]) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(regexp_replace(lower(regexp_replace(normalize(
      coalesce(texts[1], '') || ' ' || coalesce(texts[2], '') || ' ' || coalesce(texts[3], '') || ' ' || coalesce(texts[4], ''),
      nfkd), '[\u0300-\u036f]', '', 'g')), '\S{200,}', '', 'g'), '\s+')
    || regexp_split_to_array(regexp_replace(lower(regexp_replace(normalize(
      coalesce(texts[1], '') || ' ' || coalesce(texts[2], '') || ' ' || coalesce(texts[3], '') || ' ' || coalesce(texts[4], ''),
      nfkd), '[\u0300-\u036f]', '', 'g')), '[[:alnum:]]{200,}', '', 'g'), '[^[:alnum:]]+'), ''))
$$;

-- What is typed: the beginning of each word, whole or in its parts, and all of them. What stands before a name ('van', 'de')
-- is typed whole, and its beginning is that of half of all names: it is looked for as it is, unless it is the last word yet.
create or replace function person_query(typed text) returns tsquery language sql immutable parallel safe as $$
  with words as (
    -- An address is looked for as it is: everybody of that name at that provider is not who was meant.
    select word, array(
        select part from regexp_split_to_table(word, '[^[:alnum:]]+') part
        where part <> '' and part <> word and strpos(word, '@') = 0) as parts,
      case when place < max(place) over ()
          and word in ('van', 'de', 'den', 'der', 'het', 'ten', 'ter', 'te', 'von', 'vom', 'zu', 'du', 'la', 'le', 'el', 'al')
        then '' else ':*' end as beginning
    from regexp_split_to_table(
      lower(regexp_replace(normalize(typed, nfkd), '[\u0300-\u036f]', '', 'g')), '\s+') with ordinality split (word, place)
    where word <> ''
  ), asked as (
    select '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' || beginning
      || coalesce(' | (' || (select string_agg('''' || part || ''':*', ' & ') from unnest(parts) part) || ')', '') as one
    from words
  )
  select string_agg('(' || one || ')', ' & ')::tsquery from asked
$$;

create or replace function session_was_visit() returns trigger language plpgsql as $$
begin
  insert into visit (voucher_id, at, seen_at, acted_id) select voucher_id, created_at, seen_at, acted_id from gone;
  return null;
end $$;

-- What a colleague does as the holder is written as the colleague's: the transaction says who.
create or replace function acting_staff() returns bigint language sql stable as $$
  select nullif(current_setting('shop.acting_staff', true), '')::bigint
$$;
