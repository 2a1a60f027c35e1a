-- A browser is known by a cookie of its own, whatever network it is in. Nothing was stored in this table before.
alter table known_device drop column place_hash;
