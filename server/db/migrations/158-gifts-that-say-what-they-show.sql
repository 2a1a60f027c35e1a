-- Of thousands of gifts those few whose pictures say something of their own are looked through for words.
create index gifts_that_say_what_they_show on product (id) where picture_alts <> '{}';
