import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import { type MetricPeriod, periodByTimeZone } from '#server/modules/reports/report-rows.sql.ts'

/** The requested period in the caller's channels. Undefined for a channel outside them. */
export async function requestedPeriod(
  { channel, from, to }: { channel?: string | undefined; from: string; to: string },
  { sql, channels, within }: StaffCaller,
): Promise<MetricPeriod | undefined> {
  if (channel === undefined) return periodByTimeZone(sql, { from, to, channels })
  return within(channel) ? periodByTimeZone(sql, { from, to, channels: [channel] }) : undefined
}
