-- What a bank brings back is looked for by its day.
create index chargeback_end_by_moment on chargeback_end (at) where kind = 'reversed';
