import { nextEnd } from '#domain/employers/campaign-end.ts'
import { dayAt, daysBetween, lastDayBefore } from '#domain/time/zone-days.ts'
import type { BatchRow, CampaignRow } from '#server/modules/employers/portal/campaigns.sql.ts'

/** The campaign as the portal shows it, with days in the channel's time zone. */
export function campaignAnswer(
  { id, zone, channel, name, opens, closes }: CampaignRow,
  batches: readonly BatchRow[],
  now: Date,
) {
  const today = dayAt(now.getTime(), zone)
  const createdDays = batches.map(({ created_at }) => dayAt(created_at.getTime(), zone)).toSorted()
  const codesUntil = lastDayOfCodes(batches, zone)
  const lastDay = earlierDay(closes, codesUntil)
  // Recipients can order until the codes expire, also after the closing day.
  const expiry = batches.length === 0 ? closes : codesUntil
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
    ended: expiry !== null && expiry < today,
    batches: batches.map((batch) => ({
      id: String(batch.id),
      points: batch.points,
      last_day: batch.valid_until && lastDayBefore(batch.valid_until.getTime(), zone),
    })),
    // Without today.
    days_left: next === null ? null : Math.max(0, daysBetween(today, next)),
  }
}

/** The closing day, or the last day of the codes if that is earlier. */
const earlierDay = (closes: string | null, codesUntil: string | null) =>
  closes !== null && codesUntil !== null && codesUntil < closes
    ? codesUntil
    : (closes ?? codesUntil)

/** null if one of the batches never expires, or if there is none. */
function lastDayOfCodes(batches: readonly BatchRow[], zone: string): string | null {
  const ends = batches.flatMap(({ valid_until }) => valid_until?.getTime() ?? [])
  if (ends.length === 0 || ends.length < batches.length) return null
  return lastDayBefore(Math.max(...ends), zone)
}
