-- The search words of a person: names and mail addresses, complete and in parts, without accents. At most four texts.
-- 200 characters without a break are no word. One expression, so that the planner inlines it for the index: a
-- function with a query inside is planned again for every order. It uses built-in functions only, because index
-- creation sees no others. Indexes depend on it: after a change, recreate them.
create or replace function recipient_search_words(texts text[]) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(regexp_replace(lower(regexp_replace(normalize(
      coalesce(texts[1], '') || ' ' || coalesce(texts[2], '') || ' ' || coalesce(texts[3], '') || ' ' || coalesce(texts[4], ''),
      nfkd), '[\u0300-\u036f]', '', 'g')), '\S{200,}', '', 'g'), '\s+')
    || regexp_split_to_array(regexp_replace(lower(regexp_replace(normalize(
      coalesce(texts[1], '') || ' ' || coalesce(texts[2], '') || ' ' || coalesce(texts[3], '') || ' ' || coalesce(texts[4], ''),
      nfkd), '[\u0300-\u036f]', '', 'g')), '[[:alnum:]]{200,}', '', 'g'), '[^[:alnum:]]+'), ''))
$$;

-- Matches all typed words, each by its prefix, complete or in parts. A name particle ('van', 'de') matches exactly
-- unless it is the last word, because as a prefix it matches half of all names.
create or replace function recipient_search_query(typed text) returns tsquery language sql immutable parallel safe as $$
  with words as (
    -- An address matches as a complete word only: its parts would find every person with that name at that provider.
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

create or replace function session_records_visit() returns trigger language plpgsql as $$
begin
  insert into visit (voucher_id, at, seen_at, impersonation_id) select voucher_id, created_at, seen_at, impersonation_id from gone;
  return null;
end $$;

-- The staff member who acts as the holder, from the transaction. What they do is recorded under their own name.
create or replace function acting_staff() returns bigint language sql stable as $$
  select nullif(current_setting('shop.acting_staff', true), '')::bigint
$$;
