-- What editors say of words that are searched for, a line of synonyms.yaml each. A channel's own stand beside those
-- of channel 2.
create table search_word (
  channel_id text not null references channel on delete cascade,
  language text not null check (language in ('nl', 'en', 'de', 'fr')),
  -- Words that mean the same; a word and what it finds besides itself; words for what is sustainable; parts of
  -- compounds.
  kind text not null check (kind in ('same', 'also', 'sustainable', 'parts')),
  position integer not null check (position >= 0),
  words text[] not null check (cardinality(words) > 0),
  primary key (channel_id, language, kind, position)
);
