-- Whether a colleague chose the language of the back office. Until then it is the language of the sign-in page.
alter table staff add column language_chosen boolean not null default false;
