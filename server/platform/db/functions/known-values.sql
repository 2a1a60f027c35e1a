-- Values of domain/ that the database needs as well. known-values.test.ts compares them.

create or replace function known_languages() returns text[] language sql immutable parallel safe as $$
  select array['nl', 'en', 'de', 'fr']
$$;

create or replace function staff_languages() returns text[] language sql immutable parallel safe as $$
  select array['nl', 'en', 'de']
$$;

create or replace function staff_roles() returns text[] language sql immutable parallel safe as $$
  select array['owner', 'editor', 'merchandiser', 'fulfilment', 'service', 'reader']
$$;

create or replace function vat_classes() returns text[] language sql immutable parallel safe as $$
  select array['standard', 'reduced', 'zero']
$$;
