-- Who gets a letter in the place of a mail: no mail to all goes to them, until somebody mails just them. Decision 043.
alter table recipient add column letter_at timestamptz;
