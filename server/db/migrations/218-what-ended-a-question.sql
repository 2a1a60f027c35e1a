-- What was another than it was asked about, where that ended the question: nobody could tell any more. Decision 044.
alter table approval add column changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array');
