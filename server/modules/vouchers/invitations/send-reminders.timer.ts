import { REMIND_WITHIN_HOURS } from '#domain/employers/employer-reminder.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

/** Recipients per transaction. */
const CHUNK_SIZE = 50
const POLL_INTERVAL_MS = 60_000

/** Whether a recipient may be reminded now. For rows of `selectRecipients`. */
export const isToBeReminded = (sql: Queries, now: Date) => sql`
  ${canBeReminded(sql, now)} and ${isMailedLongAgo(sql, now)}`

/** No reminder is sent earlier after the invitation. */
const MIN_TIME_SINCE_MAIL = '2 days'
const isMailedLongAgo = (sql: Queries, now: Date) => sql`
  (recipient.mailed_at is null or recipient.mailed_at < ${now}::timestamptz - ${MIN_TIME_SINCE_MAIL}::interval)`

/**
 * Whether a recipient has a code, an address and points to spend, has ordered nothing, was not reminded before and has
 * not unsubscribed.
 */
const canBeReminded = (sql: Queries, now: Date) => sql`
  recipient.reminded_at is null and recipient.stopped_at is null and recipient.email <> ''
    and recipient.mail_state in ('none', 'sent')
    and voucher.lookup is not null and voucher.blocked_at is null
    and voucher.valid_until > ${now} and voucher.valid_until < 'infinity' and voucher.valid_from <= ${now}
    and batch.undone_at is null and channel.state = 'open'
    and exists (select from voucher_balance where voucher_balance.voucher_id = voucher.id and available > 0)
    and not exists (select from orders where orders.voucher_id = voucher.id and orders.state <> 'cancelled')`

/** The days before the expiry, as set for the batch or else its campaign; null: no reminder. */
export const selectReminderDays = (sql: Queries) => sql`
  nullif(coalesce(batch.remind_days, campaign.remind_days), 0)`

/** From nine to twenty o'clock in the channel's time zone, so that no reminder is sent at night. */
const isDaytime = (sql: Queries, now: Date) => sql`
  (${now}::timestamptz at time zone channel.time_zone)::time between '09:00' and '20:00'`

const isReminderDay = (sql: Queries, now: Date) => sql`
  (${now}::timestamptz at time zone channel.time_zone)::date
    >= (voucher.valid_until at time zone channel.time_zone - interval '1 microsecond')::date - ${selectReminderDays(sql)}`

/** Whether the employer has requested a reminder within these hours. */
const isRequestedByEmployer = (sql: Queries, now: Date) => sql`
  exists (select from employer_reminder request where request.campaign_id = batch.campaign_id and request.asked_at <= ${now}
      and request.asked_at > ${now}::timestamptz - make_interval(hours => ${REMIND_WITHIN_HOURS}))`

export const selectRecipients = (sql: Queries) => sql`
  recipient join voucher on voucher.id = recipient.voucher_id join voucher_batch batch on batch.id = recipient.batch_id
    join channel on channel.id = batch.channel_id left join campaign on campaign.id = batch.campaign_id`

/** Sends due reminders. Reminder and record are one transaction, so no recipient gets two. */
export async function sendReminders(
  shop: Shop,
  { stopped = () => false }: { stopped?: () => boolean } = {},
): Promise<number> {
  let reminded = 0
  let found = CHUNK_SIZE
  while (found === CHUNK_SIZE && !stopped()) {
    found = await remindChunk(shop)
    reminded += found
  }
  return reminded
}

type DueReminder = { id: number; channelId: string; language: string; email: string }

async function remindChunk(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    const due = await sql<DueReminder[]>`
      select recipient.id, batch.channel_id as "channelId", email,
        coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''), channel.default_language) as language
      from ${selectRecipients(sql)}
      where ${isToBeReminded(sql, now)} and ${isDaytime(sql, now)}
        and (${isReminderDay(sql, now)} or ${isRequestedByEmployer(sql, now)})
      order by recipient.id limit ${CHUNK_SIZE} for update of recipient skip locked`
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

export type ReminderRule = {
  own: number | null
  days: number | null
  /** The day of the reminder for a voucher that expires with the batch. */
  day: string | null
  people: number
  tomorrow: number
}

/** The effect of a batch's reminder setting. Counts recipients, even if they were mailed too recently for a reminder now. */
export async function readReminderRule(
  sql: Queries,
  batchId: number,
  now: Date,
): Promise<ReminderRule> {
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const isDue = (at: Date) => sql`
    (${isMailedLongAgo(sql, at)} and coalesce(${isReminderDay(sql, at)}, false))`
  const [row] = await sql<ReminderRule[]>`
    select batch.remind_days as own, ${selectReminderDays(sql)} as days,
      case when batch.valid_until < 'infinity' then greatest(
        (batch.valid_until at time zone channel.time_zone - interval '1 microsecond')::date - ${selectReminderDays(sql)},
        (${now}::timestamptz at time zone channel.time_zone)::date, counted.first)::text end as day,
      counted.people, counted.tomorrow
    from voucher_batch batch join channel on channel.id = batch.channel_id
      left join campaign on campaign.id = batch.campaign_id
      cross join lateral (
        select count(*)::integer as people,
          (count(*) filter (where ${isDue(tomorrow)} and not ${isDue(now)}))::integer as tomorrow,
          (min(coalesce(mailed_at, '-infinity') + ${MIN_TIME_SINCE_MAIL}::interval) at time zone channel.time_zone)::date as first
        from recipient join voucher on voucher.id = voucher_id
        where recipient.batch_id = batch.id and ${canBeReminded(sql, now)}) counted
    where batch.id = ${batchId}`
  return row ?? { own: null, days: null, day: null, people: 0, tomorrow: 0 }
}

/** Runs in each process; a crash leaves nothing half done. */
export const pollReminders = (shop: Shop): RecurringJob => ({
  everyMs: POLL_INTERVAL_MS,
  failureMessage: 'reminders not sent; retrying later',
  run: (signal) => sendReminders(shop, { stopped: () => signal.aborted }),
})
