-- Languages that a channel offers. Its default language is always offered.
alter table channel add column offered_languages text[] not null default '{nl,en}'
  constraint channel_offered_languages_known check (offered_languages <@ array['nl', 'en', 'de', 'fr']);
