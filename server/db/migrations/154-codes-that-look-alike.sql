-- A code that is like another one but for capitals, blanks and hyphens is held: nobody has it until somebody at the desk has said
-- that it is one of its own. Decision 062.
alter table digital_code
  drop constraint digital_code_state_check,
  add constraint digital_code_state_check check (state in ('free', 'held', 'given', 'gone'));
create index digital_code_held on digital_code (sku, id) where state = 'held';
