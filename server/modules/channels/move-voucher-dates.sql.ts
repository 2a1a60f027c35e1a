import { sameDayElsewhere } from '#domain/time/zone-days.ts'
import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from './bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { moveVoucherDates } from '#server/modules/vouchers/voucher-dates.sql.ts'

/**
 * Keeps the dates of vouchers when the time zone of a channel changes: a voucher that is valid until 31 December stays
 * valid until the end of that day in the new zone. Call it before the channel is written, because it reads the old zone.
 */
export async function moveToTimeZone(
  sql: Transaction,
  { id, to }: { id: string; to: string },
): Promise<{ moved: number; from: string }> {
  const [stored] = await sql<{ zone: string }[]>`
    select time_zone as zone from channel where id = ${id}`
  if (!stored || stored.zone === to) return { moved: 0, from: to }
  const moments = await sql<{ at: Date }[]>`
    select distinct at from voucher cross join unnest(array[valid_from, valid_until]) as at
    where channel_id = ${id} and isfinite(at)`
  const moves = moments.map(({ at }) => ({
    at: at.toISOString(),
    there: new Date(sameDayElsewhere(at.getTime(), stored.zone, to)).toISOString(),
  }))
  const moved = await moveVoucherDates(sql, id, moves)
  return { moved, from: stored.zone }
}

/** Does the same for a bundle. Returns a warning, because a voucher may lose some hours. */
export async function moveVouchersOfBundle(
  sql: Transaction,
  { id, channel }: ChannelBundle,
): Promise<FolderProblem[]> {
  const to = channel.value.time_zone
  if (to === undefined) return []
  const { moved, from } = await moveToTimeZone(sql, { id, to })
  if (moved === 0) return []
  const subject =
    moved === 1 ? '1 voucher now starts and ends' : `${moved} vouchers now start and end`
  const message = `${subject} in the time zone ${to} instead of ${from}`
  return [problemAt(channel.place(['time_zone']), message)]
}
