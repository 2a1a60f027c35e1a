-- Whose turn it is next is the first of an index: read otherwise, each helping of some goes by all who wait.

create index recipient_turn on recipient (batch_id, mail_due_at nulls first, id) where mail_state = 'waiting';
drop index recipient_waiting;
