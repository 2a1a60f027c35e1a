import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { replaceCode } from '#contract/vouchers/vouchers.staff.ts'
import { freshCodes } from '#server/modules/vouchers/generate-codes.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endSessionsOf } from '#server/modules/sessions/end-sessions.ts'
import { releaseCodes } from '#server/modules/vouchers/code-export/code-approval.ts'
import { lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { rememberCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockVoucher } from '#server/modules/vouchers/actions/voucher-actions.ts'

/** Replaces a lost code: the voucher keeps all its data, and the old code stops working. */
export function replaceCodeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { voucherKeys } = backoffice.shop

  serveStaff(app, backoffice, replaceCode, async ({ id, reason, last3 }, asker) => {
    const { sql, now, colleague, within, audit } = asker
    const batch = await lockBatchOf(sql, Number(id), now)
    const voucher = await lockVoucher(sql, Number(id), now)
    if (!batch || !voucher || !within(voucher.channel_id)) return refuseStaff('not-found')
    if (last3 !== undefined && last3 !== voucher.last3) return refuseStaff('changed-since')
    if (voucher.state === 'erased') return refuseStaff('no-longer-possible')
    if (batch.under_way || !(voucher.has_code || (await lostItsCode(sql, voucher.id))))
      return refuseStaff('no-code-yet')
    const release = { batchId: batch.id, staffId: colleague.id, points: batch.points, now }
    if (await releaseCodes(sql, { ...release, way: 'person' })) return refuseStaff('codes-limit')
    const [fresh] = await freshCodes(sql, voucherKeys, 1)
    if (!fresh) throw new Error('no code was drawn')

    await rememberCodes(sql, [voucher.id], { now, staffId: colleague.id, reason })
    // Of the old one nothing is left that finds it: it is a code like any that was never made.
    await sql`
      update voucher set lookup = ${fresh.lookup}, pepper_id = ${fresh.pepperId}, last3 = ${fresh.last3}
      where id = ${voucher.id}`
    const ended = await endSessionsOf(sql, [voucher.id])
    audit({
      action: 'code.replaced',
      subjectKind: 'voucher',
      subjectId: id,
      channelId: voucher.channel_id,
      reason,
      before: { last3: voucher.last3 },
      after: { last3: fresh.last3, sessions_ended: ended },
    })
    return { code: fresh.code }
  })
}

/** Before the voucher, as a hand-over does: of two only one gives it a code. */
async function lockBatchOf(sql: Queries, voucherId: number, now: Date) {
  const [voucher] = await sql<{ batch: number }[]>`
    select batch_id as batch from voucher where id = ${voucherId}`
  return voucher && lockBatch(sql, voucher.batch, now)
}

/**
 * Whether the voucher lost its code when all codes of the batch were revoked, and no mail will bring a new one:
 * support then issues one.
 */
async function lostItsCode(sql: Queries, voucherId: number) {
  const [lost] = await sql`
    select from voucher join voucher_batch batch on batch.id = batch_id
    where voucher.id = ${voucherId} and undone_at is null
      and exists (select from previous_voucher_code where voucher_id = voucher.id)
      and not exists (select from recipient where voucher_id = voucher.id and mail_state in ('waiting', 'revoked'))`
  return lost !== undefined
}
