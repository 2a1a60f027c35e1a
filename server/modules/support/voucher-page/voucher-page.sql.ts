import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  seenAt,
  stateOf,
  type VoucherState,
} from '#server/modules/vouchers/actions/voucher-list.sql.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'

export type VoucherPageRow = {
  id: number
  last3: string
  channel_id: string
  channel_name: string
  time_zone: string
  batch_id: number
  batch_note: string
  campaign: string | null
  state: VoucherState
  /** Why the voucher cannot be used yet: its batch has not been issued. */
  waits: 'being-made' | 'waits-for-second' | null
  valid_from: Date | null
  valid_until: Date | null
  language: Language
  granted: number
  reserved: number
  spent: number
  expired: number
  available: number
  first_name: string
  recipient: {
    id: number
    name: string
    email: string
    department: string
    revoked: boolean
  } | null
  /** The recipient of the latest order. */
  person: VoucherPagePerson | null
  codes_replaced: number
  seen_at: Date | null
}
type VoucherPagePerson = {
  firstName: string
  prefix: string
  surname: string
  email: string
  telephone: string
}

export async function findVoucherPage(
  sql: Queries,
  id: number,
  now: Date,
): Promise<VoucherPageRow | undefined> {
  const [row] = await sql<VoucherPageRow[]>`
    select voucher.id, voucher.last3, voucher.channel_id, channel.name as channel_name, time_zone, voucher.batch_id,
      note as batch_note, (select name from campaign where campaign.id = campaign_id) as campaign,
      ${stateOf(sql, now)} as state,
      case when to_make > 0 then 'being-made' when held_at is not null then 'waits-for-second' end as waits,
      nullif(voucher.valid_from, '-infinity') as valid_from, nullif(voucher.valid_until, 'infinity') as valid_until,
      coalesce(nullif(voucher.language, ''), nullif(recipient.language, ''), default_language) as language,
      granted, reserved, spent, expired, available, first_name,
      case when recipient.id is not null then jsonb_build_object(
        'id', recipient.id, 'revoked', recipient.mail_state = 'revoked', 'name', recipient.name, 'email', recipient.email, 'department', recipient.department) end as recipient,
      (select person from orders where voucher_id = voucher.id order by placed_at desc limit 1) as person,
      (select count(*)::integer from previous_voucher_code where voucher_id = voucher.id) as codes_replaced,
      ${seenAt(sql)} as seen_at
    from voucher join channel on channel.id = voucher.channel_id join voucher_batch on voucher_batch.id = voucher.batch_id
      join voucher_balance on voucher_balance.voucher_id = voucher.id left join recipient on recipient.voucher_id = voucher.id
    where voucher.id = ${id}`
  return row
}

export function personOf({ person, recipient, first_name }: VoucherPageRow) {
  const ordered = person
    ? [person.firstName, person.prefix, person.surname].filter(Boolean).join(' ')
    : ''
  return {
    name: ordered || recipient?.name || first_name,
    mail: person?.email || recipient?.email || '',
    phone: person?.telephone ?? '',
    department: recipient?.department ?? '',
  }
}

export type VoucherPageOrder = {
  number: string
  at: Date
  state: string
  points: number
  cents: number
  gifts: number
}

export const listOrdersOfVoucher = (sql: Queries, voucherId: number) => sql<VoucherPageOrder[]>`
  select number, placed_at as at, state, points_paid as points, cents_paid as cents,
    (select coalesce(sum(quantity), 0)::integer from order_line where order_number = number) as gifts
  from orders where voucher_id = ${voucherId} order by placed_at desc, number desc limit 100`

/** Mails to the recipient: about orders, and all others about the voucher. */
export const listMailsOfVoucher = (
  sql: Queries,
  voucherId: number,
  numbers: readonly string[],
) => sql<
  { id: string; template: string; at: Date; state: string; to: string; order: string | null }[]
>`
  select id, template, coalesce(sent_at, created_at) as at, state, recipient as to,
    case when template <> 'voucher-ended' then split_part(subject_id, ':', 1) end as order
  from mail
  where split_part(subject_id, ':', 1) = any(
      ${numbers as string[]}::text[] || array(select 'ended-' || id from voucher_expiry where voucher_id = ${voucherId}))
    and template in ${sql([...HOLDER_MAILS, 'voucher-ended'])} and state <> 'replaced'
  order by created_at desc, id limit 100`

export const listGrantsOfVoucher = (sql: Queries, voucherId: number) => sql<
  {
    id: number
    points: number
    staff_id: number
    name: string
    at: Date
    reason: string
    reversed_at: Date | null
  }[]
>`
  select manual_points_grant.id, points, staff_id, staff.name, at, reason, reversed_at
  from manual_points_grant join staff on staff.id = staff_id
  where voucher_id = ${voucherId} order by manual_points_grant.id desc limit 100`

export const listApprovalsOfVoucher = (sql: Queries, voucherId: number) => sql<
  { id: number; kind: string; asked_by: number; name: string; asked_at: Date }[]
>`
  select approval.id, kind, asked_by, staff.name, asked_at
  from approval join staff on staff.id = asked_by
  where subject_kind = 'voucher' and subject_id = ${String(voucherId)} and outcome is null
  order by approval.id`

export const listCartLinesOfVoucher = (sql: Queries, voucherId: number) => sql<
  { spli_id: string; quantity: number; points: number }[]
>`
  select spli_id, quantity, points from cart join cart_line on cart_guid = guid join offer using (spli_id)
  where voucher_id = ${voucherId} and state = 'open' order by cart_line.id`
