import type { Queries } from '#server/platform/db/database.ts'

type NewVoucher = {
  batchId: number
  channelId: string
  lookup: Buffer
  pepperId: string
  last3: string
  firstName: string
  salutation: string
  language: string
  validFrom: Date | null
  validUntil: Date | null
  blocked: boolean
  isDemo: boolean
}

/** Inserts a voucher without points. Returns undefined if another process has inserted it. */
export async function insertVoucher(
  sql: Queries,
  voucher: NewVoucher,
): Promise<number | undefined> {
  const [inserted] = await sql<{ id: number }[]>`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3, first_name, salutation, language,
      valid_from, valid_until, blocked_at, is_demo)
    values (${voucher.batchId}, ${voucher.channelId}, ${voucher.lookup}, ${voucher.pepperId}, ${voucher.last3},
      ${voucher.firstName}, ${voucher.salutation}, ${voucher.language},
      coalesce(${voucher.validFrom}::timestamptz, '-infinity'),
      coalesce(${voucher.validUntil}::timestamptz, 'infinity'),
      case when ${voucher.blocked} then now() end, ${voucher.isDemo})
    on conflict (lookup) do nothing
    returning id`
  if (inserted) await sql`insert into voucher_balance (voucher_id) values (${inserted.id})`
  return inserted?.id
}

export const grantFirstPoints = (sql: Queries, voucherId: number, points: number, at: Date) => sql`
  insert into ledger (voucher_id, kind, points, at) values (${voucherId}, 'grant', ${points}, ${at})`

/** Finds or creates the batch of single imported vouchers with the same channel, points and note. */
export async function importBatchOf(
  sql: Queries,
  { channelId, points, note, at }: { channelId: string; points: number; note: string; at: Date },
): Promise<number> {
  const [existing] = await sql<{ id: number }[]>`
    select id from voucher_batch
    where channel_id = ${channelId} and points = ${points} and created_by = 'import' and note = ${note} order by id limit 1`
  if (existing) return existing.id
  const [inserted] = await sql<{ id: number }[]>`
    insert into voucher_batch (channel_id, points, check_character, created_by, note, created_at)
    values (${channelId}, ${points}, false, 'import', ${note}, ${at}) returning id`
  if (!inserted) throw new Error('insert of the batch returned no row')
  return inserted.id
}
