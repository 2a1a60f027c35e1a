import { tidyCode } from '#domain/vouchers/voucher-code.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { insertPastOrder, planPastOrder } from '#server/modules/orders/past-orders/past-order.ts'

export type NewVoucher = {
  channelId: string
  code: string
  points: number
  validFrom: Date | null
  validUntil: Date | null
  firstName: string
  salutation: string
  /** '' means the channel's own. */
  language: string
  blocked: boolean
  isDemo: boolean
  /** What a past order was spent on; empty: there was none. */
  spentOn: { sku: string; quantity: number }[]
  /** Of a batch of its own that was made then; else of the one of all that come by import. */
  madeWith?: { note: string; at: Date }
}

/** How long ago a past order was placed. */
const PAST_DAYS = 30

/** What keeps a voucher from being made, and by which of its columns. */
export type VoucherProblem = { column: 'valid_until' | 'spent_on'; message: string }

/**
 * Creates one voucher with a known code, for demo data and tests. An existing code is left unchanged, with its spent
 * points and name. With a problem nothing is created.
 */
export async function createVoucher(
  sql: Transaction,
  voucherKeys: VoucherKeys,
  voucher: NewVoucher,
): Promise<'new' | 'known' | VoucherProblem> {
  const code = tidyCode(voucher.code)
  const lookups = voucherKeys.lookups(voucherKeys.wireHash(code))
  const [newest] = lookups
  if (!newest) throw new Error('there is no pepper to keep a voucher with')
  const [known] = await sql`
    select from voucher where lookup in ${sql(lookups.map(({ lookup }) => lookup))}`
  if (known) return 'known'

  const { validFrom, validUntil } = voucher
  if (validFrom && validUntil && validFrom >= validUntil)
    return { column: 'valid_until', message: 'this voucher ends before it begins' }
  const plan = voucher.spentOn.length > 0 ? await planPastOrder(sql, voucher) : undefined
  if (typeof plan === 'string') return { column: 'spent_on', message: plan }

  const batchId = await batchOf(sql, voucher)
  const [made] = await sql<{ id: number }[]>`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3, first_name, salutation, language,
      valid_from, valid_until, blocked_at, is_demo)
    values (${batchId}, ${voucher.channelId}, ${newest.lookup}, ${newest.pepperId}, ${code.slice(-3)},
      ${voucher.firstName}, ${voucher.salutation}, ${voucher.language},
      coalesce(${voucher.validFrom}::timestamptz, '-infinity'),
      coalesce(${voucher.validUntil}::timestamptz, 'infinity'),
      case when ${voucher.blocked} then now() end, ${voucher.isDemo})
    on conflict (lookup) do nothing
    returning id`
  // Another process created it after the check.
  if (!made) return 'known'

  const placedAt = new Date(Date.now() - PAST_DAYS * 24 * 3_600_000)
  await sql`insert into voucher_balance (voucher_id) values (${made.id})`
  if (voucher.points > 0) {
    // The points were there before they were spent.
    const grantedAt =
      voucher.spentOn.length > 0
        ? new Date(placedAt.getTime() - 3_600_000)
        : (voucher.madeWith?.at ?? new Date())
    await sql`
      insert into ledger (voucher_id, kind, points, at)
      values (${made.id}, 'grant', ${voucher.points}, ${grantedAt})`
  }
  if (plan) await insertPastOrder(sql, { ...voucher, voucherId: made.id, placedAt }, plan)
  return 'new'
}

/** Single vouchers share a batch per channel and points. */
async function batchOf(
  sql: Transaction,
  { channelId, points, madeWith }: NewVoucher,
): Promise<number> {
  const note = madeWith?.note ?? ''
  const [known] = await sql<{ id: number }[]>`
    select id from voucher_batch
    where channel_id = ${channelId} and points = ${points} and created_by = 'import' and note = ${note} order by id limit 1`
  if (known) return known.id
  const [made] = await sql<{ id: number }[]>`
    insert into voucher_batch (channel_id, points, check_character, created_by, note, created_at)
    values (${channelId}, ${points}, false, 'import', ${note}, ${madeWith?.at ?? new Date()}) returning id`
  if (!made) throw new Error('the batch was not kept')
  return made.id
}
