-- Whether a user of an employer chose the language of their pages. Until then it is the language of the sign-in page.
alter table employer_user add column language_chosen boolean not null default false;
