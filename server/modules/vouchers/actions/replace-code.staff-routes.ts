import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { replaceCode } from '#contract/vouchers/vouchers.staff.ts'
import { generateCodes } from '#server/modules/vouchers/generate-codes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endHolderSessions } from '#server/modules/sessions/end-sessions.ts'
import { recordDistribution } from '#server/modules/vouchers/code-export/code-approval.ts'
import { saveRevokedCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockVoucher } from '#server/modules/vouchers/actions/voucher-actions.ts'
import {
  saveVoucherCode,
  lockBatchOf,
  hasLostCode,
} from '#server/modules/vouchers/actions/replace-code.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Replaces a lost code: the voucher keeps all its data, and the old code stops working. */
export function replaceCodeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, replaceCode, handleReplaceCode(backoffice))
}

function handleReplaceCode(backoffice: Backoffice) {
  const { voucherKeys } = backoffice.shop
  return async ({ id, reason, last3 }: ParsedInput<typeof replaceCode>, caller: SignedIn) => {
    const { sql, now, colleague, within, audit } = caller
    const batch = await lockBatchOf(sql, Number(id), now)
    const voucher = await lockVoucher(sql, Number(id), now)
    if (!batch || !voucher || !within(voucher.channel_id)) return refuseStaff('not-found')
    if (last3 !== undefined && last3 !== voucher.last3) return refuseStaff('changed-since')
    if (voucher.state === 'erased') return refuseStaff('no-longer-possible')
    if (batch.is_exporting || !(voucher.has_code || (await hasLostCode(sql, voucher.id))))
      return refuseStaff('no-code-yet')
    const distribution = { batchId: batch.id, staffId: colleague.id, points: batch.points, now }
    if (await recordDistribution(sql, { ...distribution, way: 'person' }))
      return refuseStaff('codes-limit')
    const [newCode] = await generateCodes(sql, voucherKeys, 1)
    if (!newCode) throw new Error('no code was generated')

    await saveRevokedCodes(sql, [voucher.id], { now, staffId: colleague.id, reason })
    // The lookup of the old code is overwritten, so the old code is unknown from now on.
    await saveVoucherCode(sql, {
      id: voucher.id,
      lookup: newCode.lookup,
      pepperId: newCode.pepperId,
      last3: newCode.last3,
    })
    const ended = await endHolderSessions(sql, [voucher.id])
    audit({
      action: 'code.replaced',
      subjectKind: 'voucher',
      subjectId: id,
      channelId: voucher.channel_id,
      reason,
      before: { last3: voucher.last3 },
      after: { last3: newCode.last3, sessions_ended: ended },
    })
    return { code: newCode.code }
  }
}
