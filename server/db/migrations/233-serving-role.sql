-- The shop is served by a role that does not own this table. The employer's own role still sees the rows of one employer only.
create policy shop_itself on employer_figure
  using (current_user <> 'giftpoint_employer') with check (current_user <> 'giftpoint_employer');
