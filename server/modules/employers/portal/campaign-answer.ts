import { nextEnd } from '#domain/employers/campaign-end.ts'
import { dayAt, daysBetween, lastDayBefore } from '#domain/time/zone-days.ts'
import type { BatchRow, CampaignRow } from '#server/modules/employers/portal/campaigns.sql.ts'

/** Name, dates and duration of the campaign, in days of the channel. */
export function campaignAnswer(
  { id, zone, channel, name, opens, closes }: CampaignRow,
  batches: readonly BatchRow[],
  now: Date,
) {
  const today = dayAt(now.getTime(), zone)
  const createdDays = batches.map(({ created_at }) => dayAt(created_at.getTime(), zone)).toSorted()
  const codesUntil = lastDayOf(batches, zone)
  const lastDay = earlier(closes, codesUntil)
  // Until the codes end, recipients order and the employer corrects addresses, also after the closing.
  const end = batches.length === 0 ? closes : codesUntil
  const dates = {
    last_day: lastDay,
    closed: lastDay !== null && lastDay < today,
    codes_until: codesUntil,
  }
  const next = nextEnd(dates)
  return {
    id: String(id),
    name,
    channel,
    opens: opens !== null && opens > today ? opens : null,
    closes,
    started: opens ?? createdDays[0] ?? null,
    ...dates,
    ended: end !== null && end < today,
    batches: batches.map((batch) => ({
      id: String(batch.id),
      points: batch.points,
      last_day: batch.valid_until && lastDayBefore(batch.valid_until.getTime(), zone),
    })),
    // Today does not count.
    days_left: next === null ? null : Math.max(0, daysBetween(today, next)),
  }
}

/** The closing, or the end of the codes if that is earlier. */
const earlier = (closes: string | null, codesUntil: string | null) =>
  closes !== null && codesUntil !== null && codesUntil < closes
    ? codesUntil
    : (closes ?? codesUntil)

function lastDayOf(batches: readonly BatchRow[], zone: string): string | null {
  const ends = batches.flatMap(({ valid_until }) => valid_until?.getTime() ?? [])
  if (ends.length === 0 || ends.length < batches.length) return null
  return lastDayBefore(Math.max(...ends), zone)
}
