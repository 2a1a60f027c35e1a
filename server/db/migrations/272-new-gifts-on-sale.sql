-- Whether new gifts of an import go on sale: what was chosen for it, and what is proposed as its rows stand now. Null of
-- both: no row brings anything new. Nothing is proposed for rows that an older process looked at: they come in off sale,
-- unless the work that takes them has begun, which goes on as it was asked.
alter table import_run
  add column on_sale boolean,
  add column on_sale_proposed boolean;
update import_run set on_sale = true where work_id is not null;
update import_run set on_sale_proposed = false where kind = 'gifts' and undone_at is null;
