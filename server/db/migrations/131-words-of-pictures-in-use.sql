-- What a picture shows where it is shown, in each language: where a use says nothing the library's words are read.

-- By the name of the file, then by language: { "3f….webp": { "nl": … } }.
alter table product add column picture_alts jsonb not null default '{}' check (jsonb_typeof(picture_alts) = 'object');
-- Of its banner, by language. The words of a tile's pictures stand among its texts.
alter table navigation_item add column banner_alt jsonb not null default '{}' check (jsonb_typeof(banner_alt) = 'object');
alter table channel add column logo_alt jsonb not null default '{}' check (jsonb_typeof(logo_alt) = 'object');
