import { REMIND_WITHIN_HOURS } from '#domain/employers/employer-reminder.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Recurring } from '#server/platform/jobs/recurring.ts'

/** Recipients per transaction, with their mails. */
const AT_ONCE = 50
const POLL_INTERVAL_MS = 60_000

/**
 * Recipients to be reminded on the day: they have a code, an address and points to spend, have ordered nothing, were
 * not reminded before and have not unsubscribed. Needs rows of their batch and its campaign, if any.
 */
export const toBeReminded = (sql: Queries, now: Date) => sql`
  ${mayBeReminded(sql, now)} and ${mailedAWhileAgo(sql, now)}`

/** No reminder this soon after the invitation. */
const FRESH = '2 days'
const mailedAWhileAgo = (sql: Queries, now: Date) => sql`
  (recipient.mailed_at is null or recipient.mailed_at < ${now}::timestamptz - ${FRESH}::interval)`

const mayBeReminded = (sql: Queries, now: Date) => sql`
  recipient.reminded_at is null and recipient.stopped_at is null and recipient.email <> ''
    and recipient.mail_state in ('none', 'sent')
    and voucher.lookup is not null and voucher.blocked_at is null
    and voucher.valid_until > ${now} and voucher.valid_until < 'infinity' and voucher.valid_from <= ${now}
    and batch.undone_at is null and channel.state = 'open'
    and exists (select from voucher_balance where voucher_balance.voucher_id = voucher.id and available > 0)
    and not exists (select from orders where orders.voucher_id = voucher.id and orders.state <> 'cancelled')`

/** Days before the expiry, from the batch or else its campaign; null: no reminder. */
export const daysBeforeTheEnd = (sql: Queries) => sql`
  nullif(coalesce(batch.remind_days, campaign.remind_days), 0)`

/** From nine o'clock in the channel's time zone; missed reminders are not sent at night. */
const isByDay = (sql: Queries, now: Date) => sql`
  (${now}::timestamptz at time zone channel.time_zone)::time between '09:00' and '20:00'`

const dayHasCome = (sql: Queries, now: Date) => sql`
  (${now}::timestamptz at time zone channel.time_zone)::date
    >= (voucher.valid_until at time zone channel.time_zone - interval '1 microsecond')::date - ${daysBeforeTheEnd(sql)}`

/** The employer requested a reminder a while ago. It goes to all who may get one. */
const isAskedFor = (sql: Queries, now: Date) => sql`
  exists (select from employer_reminder asked where asked.campaign_id = batch.campaign_id and asked.asked_at <= ${now}
      and asked.asked_at > ${now}::timestamptz - make_interval(hours => ${REMIND_WITHIN_HOURS}))`

export const recipientsToRemind = (sql: Queries) => sql`
  recipient join voucher on voucher.id = recipient.voucher_id join voucher_batch batch on batch.id = recipient.batch_id
    join channel on channel.id = batch.channel_id left join campaign on campaign.id = batch.campaign_id`

/** Sends due reminders. Reminder and record are one transaction, so no recipient gets two. */
export async function sendReminders(
  shop: Shop,
  { stopped = () => false }: { stopped?: () => boolean } = {},
): Promise<number> {
  let reminded = 0
  for (let found = AT_ONCE; found === AT_ONCE && !stopped();) {
    found = await remindSome(shop)
    reminded += found
  }
  return reminded
}

type Due = { id: number; channelId: string; language: string; email: string }

async function remindSome(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    const due = await sql<Due[]>`
      select recipient.id, batch.channel_id as "channelId", email,
        coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''), channel.default_language) as language
      from ${recipientsToRemind(sql)}
      where ${toBeReminded(sql, now)} and ${isByDay(sql, now)}
        and (${dayHasCome(sql, now)} or ${isAskedFor(sql, now)})
      order by recipient.id limit ${AT_ONCE} for update of recipient skip locked`
    if (due.length === 0) return 0
    await sql`
      update recipient set reminded_at = ${now} where id = any(${due.map(({ id }) => id)}::bigint[])`
    for (const { id, channelId, language, email } of due)
      await queueMail(shop, sql, {
        template: 'voucher-reminder',
        subjectId: String(id),
        channelId,
        language,
        recipient: email,
      })
    return due.length
  })
}

export type RuleOfReminders = {
  own: number | null
  days: number | null
  /** The day of the reminder for a voucher that expires with the batch. */
  day: string | null
  people: number
  tomorrow: number
}

/** The effect of a batch's rule as of now, including recipients mailed a moment ago. */
export async function ruleOfReminders(
  sql: Queries,
  batchId: number,
  now: Date,
): Promise<RuleOfReminders> {
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const isDue = (at: Date) => sql`
    (${mailedAWhileAgo(sql, at)} and coalesce(${dayHasCome(sql, at)}, false))`
  const [row] = await sql<RuleOfReminders[]>`
    select batch.remind_days as own, ${daysBeforeTheEnd(sql)} as days,
      case when batch.valid_until < 'infinity' then greatest(
        (batch.valid_until at time zone channel.time_zone - interval '1 microsecond')::date - ${daysBeforeTheEnd(sql)},
        (${now}::timestamptz at time zone channel.time_zone)::date, told.first)::text end as day,
      told.people, told.tomorrow
    from voucher_batch batch join channel on channel.id = batch.channel_id
      left join campaign on campaign.id = batch.campaign_id
      cross join lateral (
        select count(*)::integer as people,
          (count(*) filter (where ${isDue(tomorrow)} and not ${isDue(now)}))::integer as tomorrow,
          (min(coalesce(mailed_at, '-infinity') + ${FRESH}::interval) at time zone channel.time_zone)::date as first
        from recipient join voucher on voucher.id = voucher_id
        where recipient.batch_id = batch.id and ${mayBeReminded(sql, now)}) told
    where batch.id = ${batchId}`
  return row ?? { own: null, days: null, day: null, people: 0, tomorrow: 0 }
}

/** Runs in each process; a crash leaves nothing half done. */
export const pollReminders = (shop: Shop): Recurring => ({
  everyMs: POLL_INTERVAL_MS,
  failed: 'reminders not sent; retrying later',
  look: (signal) => sendReminders(shop, { stopped: () => signal.aborted }),
})
