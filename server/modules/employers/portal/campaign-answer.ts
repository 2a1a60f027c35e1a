import { dayAt, lastDayBefore } from '#domain/time/zone-days.ts'
import type { BatchRow, CampaignRow } from '#server/modules/employers/portal/campaigns.sql.ts'

/** Name, dates and duration of the campaign, in days of the channel. */
export function campaignAnswer(
  { id, zone, channel, name, opens, closes }: CampaignRow,
  batches: readonly BatchRow[],
  now: Date,
) {
  const today = dayAt(now.getTime(), zone)
  const made = batches.map(({ created_at }) => dayAt(created_at.getTime(), zone)).toSorted()
  const lastDay = earlier(closes, lastDayOf(batches, zone))
  return {
    id: String(id),
    name,
    channel,
    opens: opens !== null && opens > today ? opens : null,
    closes,
    started: opens ?? made[0] ?? null,
    last_day: lastDay,
    ended: lastDay !== null && lastDay < today,
    batches: batches.map((batch) => ({
      id: String(batch.id),
      points: batch.points,
      last_day: batch.valid_until && lastDayBefore(batch.valid_until.getTime(), zone),
    })),
    // Today does not count.
    days_left: lastDay === null ? null : Math.max(0, daysBetween(today, lastDay)),
  }
}

/** A campaign ends when it closes, although its vouchers may be valid for longer. */
const earlier = (closes: string | null, vouchersEnd: string | null) =>
  closes !== null && vouchersEnd !== null && vouchersEnd < closes
    ? vouchersEnd
    : (closes ?? vouchersEnd)

function lastDayOf(batches: readonly BatchRow[], zone: string): string | null {
  const ends = batches.flatMap(({ valid_until }) => valid_until?.getTime() ?? [])
  if (ends.length === 0 || ends.length < batches.length) return null
  return lastDayBefore(Math.max(...ends), zone)
}

const daysBetween = (one: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(one)) / 86_400_000)
