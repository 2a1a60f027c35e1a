-- What else holders call a gift, in the language of the row; no page shows it. Null: the row says nothing of it, and the
-- next channel's words count; none at all is said by an empty list.
alter table product_text add column search_words text[];
