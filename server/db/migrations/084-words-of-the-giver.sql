-- The giver's words in the languages of those they are for, and what their picture or film shows.
alter table voucher_batch
  add column giver_words_in jsonb not null default '{}' check (jsonb_typeof(giver_words_in) = 'object'),
  add column giver_alt text not null default '';
