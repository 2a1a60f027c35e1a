create or replace function approval_is_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and (old.id, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.channel_id, old.asked,
        old.version, old.reason, old.asked_by, old.asked_at)
      is not distinct from
      (new.id, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.channel_id, new.asked,
        new.version, new.reason, new.asked_by, new.asked_at)
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), '{reason,note}') then return new; end if;
  raise exception 'approval: what was asked stays, and is decided once' using errcode = 'insufficient_privilege';
end $$;

create or replace function manual_points_grant_is_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.reversal_id is null and new.reversal_id is not null
    and (old.id, old.key, old.voucher_id, old.points, old.ledger_id, old.staff_id, old.approval_id, old.reason, old.at)
      is not distinct from
      (new.id, new.key, new.voucher_id, new.points, new.ledger_id, new.staff_id, new.approval_id, new.reason, new.at)
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), '{reason}') then return new; end if;
  raise exception 'manual_points_grant: what was given stays, and is taken back once' using errcode = 'insufficient_privilege';
end $$;

-- Checked at commit: both ledger entries have these points, this balance and a staff member.
create or replace function manual_points_grant_is_booked() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger where id = new.ledger_id and kind = 'grant' and points = new.points
      and voucher_id = new.voucher_id and staff_id = new.staff_id
  ) or new.reversal_id is not null and not exists (
    select from ledger where id = new.reversal_id and kind = 'take' and points = new.points
      and voucher_id = new.voucher_id and staff_id = new.reversed_by
  ) then
    raise exception 'manual_points_grant: % is not what the ledger says', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function erase_approvals(p_vouchers bigint[], p_numbers text[]) returns void language plpgsql as $$
begin
  update approval set reason = '–', note = '' where
    subject_kind = 'voucher' and subject_id = any(p_vouchers::text[])
    or subject_kind = 'order' and subject_id = any(p_numbers);
end $$;
