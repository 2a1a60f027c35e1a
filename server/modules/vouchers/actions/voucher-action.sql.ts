import type { Queries } from '#server/platform/db/database.ts'

export const saveVoucherEnd = (
  sql: Queries,
  {
    id,
    validUntil,
    blocked,
    now,
  }: { id: number; validUntil: string | null; blocked: boolean; now: Date },
) => sql`
  update voucher set valid_until = coalesce(${validUntil}::timestamptz, 'infinity'),
    blocked_at = case when ${blocked} then coalesce(blocked_at, ${now}) end
  where id = ${id}`
