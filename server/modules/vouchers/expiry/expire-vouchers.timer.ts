import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

/** Vouchers per transaction. */
const CHUNK_SIZE = 100
const POLL_INTERVAL_MS = 60_000
/** No mail is sent about an older expiry. */
const MAX_MAIL_DELAY = '14 days'

/**
 * Expires the points of each voucher that is due, once: points credited later stay. A voucher with a pending payment is
 * checked again later. A voucher whose end was postponed gets its points back. Works in chunks of one transaction each.
 * Returns how many vouchers were checked.
 */
export async function expireVouchers(
  shop: Shop,
  { stopped = () => false }: { stopped?: () => boolean } = {},
): Promise<number> {
  let checked = 0
  for (const handleChunk of [expireChunk, restoreChunk]) {
    let found = CHUNK_SIZE
    while (found === CHUNK_SIZE && !stopped()) {
      found = await handleChunk(shop)
      checked += found
    }
  }
  return checked
}

async function expireChunk(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    // Balances are locked first, as everywhere. One that an order has locked is skipped until the next run.
    const due = await sql<{ id: number }[]>`
      select voucher.id from voucher_balance join voucher on voucher.id = voucher_balance.voucher_id
      where ended_at is null and valid_until <= ${now} and valid_until > '-infinity' and reserved = 0
      order by valid_until, voucher.id limit ${CHUNK_SIZE} for update of voucher_balance skip locked`
    if (due.length === 0) return 0
    // Their end may have been changed before this transaction got the lock.
    const ids = due.map(({ id }) => id)
    const stillDue = await sql<{ id: number }[]>`
      select id from voucher where id = any(${ids}::bigint[]) and ended_at is null and valid_until <= ${now}
      order by id for no key update`
    const expired = await sql<{ expiry_id: number; voucher_id: number }[]>`
      select * from end_vouchers(${stillDue.map(({ id }) => id)}::bigint[], ${now})`
    for (const { voucher_id } of expired) await notify(sql, 'voucher', String(voucher_id))
    await queueExpiryMails(
      shop,
      sql,
      expired.map(({ expiry_id }) => expiry_id),
      now,
    )
    return due.length
  })
}

/** Queues a mail to each recipient with an email address, once per voucher. */
async function queueExpiryMails(shop: Shop, sql: Queries, expiries: number[], now: Date) {
  if (expiries.length === 0) return
  const notices = await sql<{ id: number; channelId: string; language: string; email: string }[]>`
    select voucher_expiry.id, voucher.channel_id as "channelId", address.email,
      coalesce(nullif(address.language, ''), nullif(voucher.language, ''), channel.default_language) as language
    from voucher_expiry join voucher on voucher.id = voucher_id join channel on channel.id = channel_id
      join voucher_batch batch on batch.id = batch_id
      cross join lateral (
        select person ->> 'email' as email, orders.language, 1 as place from orders
        where orders.voucher_id = voucher.id and orders.state <> 'cancelled' and person ->> 'email' <> ''
          and not exists (select from recipient where recipient.voucher_id = voucher.id and stopped_at is not null)
        union all
        select recipient.email, recipient.language, 0 from recipient
        where recipient.voucher_id = voucher.id and recipient.email <> '' and stopped_at is null
          and mail_state in ('none', 'sent')
        order by place limit 1) address
    where voucher_expiry.id = any(${expiries}::bigint[]) and expiry_notice and channel.state = 'open'
      and blocked_at is null and anonymised_at is null and batch.undone_at is null and voucher.lookup is not null
      and voucher_expiry.valid_until > ${now}::timestamptz - ${MAX_MAIL_DELAY}::interval
      and not exists (select from voucher_expiry earlier
        where earlier.voucher_id = voucher_expiry.voucher_id and earlier.notified)
    order by voucher_expiry.id`
  if (notices.length === 0) return
  await sql`
    update voucher_expiry set notified = true where id = any(${notices.map(({ id }) => id)}::bigint[])`
  for (const { id, channelId, language, email } of notices) {
    await queueMail(shop, sql, {
      template: 'voucher-ended',
      subjectId: `ended-${id}`,
      channelId,
      language,
      recipient: email,
    })
  }
}

async function restoreChunk(shop: Pick<Shop, 'ports' | 'sql'>): Promise<number> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    const postponed = await sql<{ id: number }[]>`
      select voucher.id from voucher_balance join voucher on voucher.id = voucher_balance.voucher_id
      where ended_at is not null and valid_until > ${now} and anonymised_at is null
      order by voucher.id limit ${CHUNK_SIZE} for update of voucher_balance skip locked`
    await restoreExpiredPoints(
      sql,
      postponed.map(({ id }) => id),
      { now, staffId: null },
    )
    return postponed.length
  })
}

/** Restores points that expired at an end date that no longer applies. Returns how many. The caller has locked the balances. */
export async function restoreExpiredPoints(
  sql: Queries,
  vouchers: readonly number[],
  { now, staffId }: { now: Date; staffId: number | null },
): Promise<number> {
  if (vouchers.length === 0) return 0
  const [row] = await sql<{ points: number }[]>`
    select restore_expired_points(${[...vouchers]}::bigint[], ${now}, ${staffId}::bigint) as points`
  for (const id of vouchers) await notify(sql, 'voucher', String(id))
  return row?.points ?? 0
}

/** Runs in each process. */
export const pollExpiry = (shop: Shop): RecurringJob => ({
  everyMs: POLL_INTERVAL_MS,
  failureMessage: 'expired vouchers not booked; retrying later',
  run: (signal) => expireVouchers(shop, { stopped: () => signal.aborted }),
})
