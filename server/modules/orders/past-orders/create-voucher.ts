import { tidyCode } from '#domain/vouchers/voucher-code.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { insertPastOrder, planPastOrder } from '#server/modules/orders/past-orders/past-order.ts'
import {
  grantFirstPoints,
  importBatchOf,
  insertVoucher,
} from '#server/modules/vouchers/insert-voucher.sql.ts'

export type NewVoucher = {
  channelId: string
  code: string
  points: number
  validFrom: Date | null
  validUntil: Date | null
  firstName: string
  salutation: string
  /** '': the channel's default language. */
  language: string
  blocked: boolean
  isDemo: boolean
  /** The gifts of a past order; empty: no order. */
  spentOn: { sku: string; quantity: number }[]
  /** A batch of its own, created at this time; otherwise the voucher belongs to the batch of all imported vouchers. */
  ownBatch?: { note: string; at: Date }
}

/** Past orders are placed this many days ago. */
const PAST_DAYS = 30

/** Why a voucher cannot be created, and the column that causes it. */
export type VoucherProblem = { column: 'valid_until' | 'spent_on'; message: string }

/**
 * Creates one voucher with a known code, for demo data and tests. An existing code is left unchanged, with its
 * spent points and name. With a problem nothing is created.
 */
export async function createVoucher(
  sql: Transaction,
  voucherKeys: VoucherKeys,
  voucher: NewVoucher,
): Promise<'new' | 'known' | VoucherProblem> {
  const code = tidyCode(voucher.code)
  const lookups = voucherKeys.lookups(voucherKeys.wireHash(code))
  const [newest] = lookups
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot store a voucher')
  const [existing] = await sql`
    select from voucher where lookup in ${sql(lookups.map(({ lookup }) => lookup))}`
  if (existing) return 'known'

  const { validFrom, validUntil } = voucher
  if (validFrom && validUntil && validFrom >= validUntil)
    return { column: 'valid_until', message: 'this voucher expires before it is valid' }
  const plan = voucher.spentOn.length > 0 ? await planPastOrder(sql, voucher) : undefined
  if (typeof plan === 'string') return { column: 'spent_on', message: plan }

  const { channelId, points, ownBatch } = voucher
  const batchId = await importBatchOf(sql, {
    channelId,
    points,
    note: ownBatch?.note ?? '',
    at: ownBatch?.at ?? new Date(),
  })
  const { lookup, pepperId } = newest
  const last3 = code.slice(-3)
  const voucherId = await insertVoucher(sql, { ...voucher, batchId, lookup, pepperId, last3 })
  // Another process created it after the check.
  if (voucherId === undefined) return 'known'

  const placedAt = new Date(Date.now() - PAST_DAYS * 24 * 3_600_000)
  if (points > 0) {
    // The points were granted before they were spent.
    const grantedAt =
      voucher.spentOn.length > 0
        ? new Date(placedAt.getTime() - 3_600_000)
        : (ownBatch?.at ?? new Date())
    await grantFirstPoints(sql, voucherId, points, grantedAt)
  }
  if (plan) await insertPastOrder(sql, { ...voucher, voucherId, placedAt }, plan)
  return 'new'
}
