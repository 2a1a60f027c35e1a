import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  findOwnerIds,
  findAccountRecipient,
} from '#server/modules/staff/accounts/account-notices.ts'
import { listImpersonationsOfDay } from '#server/modules/mail/templates/accounts/acting-summary.sql.ts'

/** The mail about a day is sent at six in the morning of the next day. */
const AFTER_MIDNIGHT_MS = 6 * 3_600_000
/** Days on which the shop was down are reported later, at most this many. */
const MAX_DAYS = 7

/**
 * Mails each owner, in their own language, a list of everything that colleagues did for recipients on the day before;
 * no mail if there was nothing. One process sends it, with one transaction per day.
 */
export async function sendImpersonationSummaries(
  shop: Pick<Shop, 'sql' | 'ports' | 'jobs' | 'config'>,
): Promise<void> {
  const { sql, ports } = shop
  const now = ports.clock.now()
  const yesterday = addDays(dayAt(now.getTime() - AFTER_MIDNIGHT_MS, DEFAULT_ZONE), -1)
  const [latest] = await sql<{ last: string | null }[]>`
    select max(day)::text as last from impersonation_summary`
  const oldest = addDays(yesterday, 1 - MAX_DAYS)
  const next = latest?.last ? addDays(latest.last, 1) : yesterday
  for (let day = next < oldest ? oldest : next; day <= yesterday; day = addDays(day, 1))
    await sendSummaryOfDay(shop, day)
}

async function sendSummaryOfDay(
  shop: Pick<Shop, 'sql' | 'ports' | 'jobs' | 'config'>,
  day: string,
) {
  await shop.sql.begin(async (sql) => {
    const inserted = await sql`
      insert into impersonation_summary (day, made_at) values (${day}, ${shop.ports.clock.now()})
      on conflict do nothing`
    if (inserted.count === 0 || (await listImpersonationsOfDay(sql, day)).length === 0) return
    for (const staffId of await findOwnerIds(sql)) {
      const found = await findAccountRecipient(shop, sql, { staffId })
      const subjectId = `acting-day:${day}`
      if (found) await queueMail(shop, sql, { template: 'acting-summary', subjectId, ...found })
    }
  })
}
