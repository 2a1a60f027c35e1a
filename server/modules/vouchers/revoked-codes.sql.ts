import type { Queries } from '#server/platform/db/database.ts'

type Revocation = { now: Date; staffId: number | null; reason: string }

/** Stores the last three characters of codes about to be revoked, because recipients may still have them on paper. */
export async function saveRevokedCodes(
  sql: Queries,
  vouchers: readonly number[],
  { now, staffId, reason }: Revocation,
) {
  await sql`
    insert into previous_voucher_code (voucher_id, last3, replaced_at, staff_id, reason)
    select id, last3, ${now}, ${staffId}, ${reason} from voucher
    where id = any(${[...vouchers]}::bigint[]) and lookup is not null order by id`
}

/** Deletes the lookups of these codes, so that they no longer work and cannot be found. */
export async function revokeCodes(
  sql: Queries,
  vouchers: readonly number[],
  revocation: Revocation,
) {
  if (vouchers.length === 0) return
  await saveRevokedCodes(sql, vouchers, revocation)
  await sql`
    update voucher set lookup = null, pepper_id = null, last3 = '' where id = any(${[...vouchers]}::bigint[])`
}
