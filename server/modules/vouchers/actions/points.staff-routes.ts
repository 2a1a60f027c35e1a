import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { grantPoints, withdrawPoints } from '#contract/vouchers/manual-points.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { lockStaffLimits } from '#server/modules/staff/staff-points-limit.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  bookPoints,
  findGrantablePoints,
  lockBalance,
  pointsApproval,
} from '#server/modules/vouchers/actions/grant-points.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  isGrantKnown,
  findPointsGrant,
  reversePointsGrant,
} from '#server/modules/vouchers/actions/points.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Manual changes of points, booked in the ledger like all others. */
export function pointsRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, grantPoints, handleGrantPoints(backoffice), {
    once: ({ key }) => key,
  })

  serveStaff(app, backoffice, withdrawPoints, handleWithdrawPoints)
}

function handleGrantPoints(backoffice: Backoffice) {
  const requestApproval = pointsApproval(backoffice.approvals, backoffice.shop.ports.clock)
  return async (
    { id, points, reason, key, granted }: ParsedInput<typeof grantPoints>,
    caller: SignedIn,
  ) => {
    const { sql, now, colleague, within, audit } = caller
    const voucherId = Number(id)
    const balance = await lockBalance(sql, voucherId, now)
    if (!balance || !within(balance.channel_id)) return refuseStaff('not-found')
    if (await isGrantKnown(sql, id, key)) return refuseStaff('done-already')
    if (balance.granted !== granted) return refuseStaff('changed-since')
    if (!balance.is_open) return refuseStaff('no-longer-possible')

    await lockStaffLimits(sql, colleague.id)
    if (points > (await findGrantablePoints(sql, colleague, voucherId, now))) {
      const subject = {
        kind: 'voucher',
        id,
        name: `···${balance.last3}`,
        channelId: balance.channel_id,
      }
      const approval = await requestApproval(caller, {
        subject,
        asked: { points, key, granted },
        reason,
      })
      if (refused(approval)) return approval
      return { available: balance.available, granted, approval }
    }
    const grant = {
      voucherId,
      points,
      key,
      reason,
      staffId: colleague.id,
      approvalId: null,
      at: now,
    }
    await bookPoints(sql, grant)
    audit({
      action: 'points.granted',
      subjectKind: 'voucher',
      subjectId: id,
      channelId: balance.channel_id,
      reason,
      before: { granted, available: balance.available },
      after: { granted: granted + points, available: balance.available + points },
    })
    return { available: balance.available + points, granted: granted + points, approval: null }
  }
}

async function handleWithdrawPoints(
  { id, grant: grantId, reason }: ParsedInput<typeof withdrawPoints>,
  caller: SignedIn,
) {
  const { sql, now, colleague, within, audit } = caller
  const voucherId = Number(id)
  const balance = await lockBalance(sql, voucherId, now)
  if (!balance || !within(balance.channel_id)) return refuseStaff('not-found')
  const grant = await findPointsGrant(sql, grantId, voucherId)
  if (!grant) return refuseStaff('not-found')
  if (grant.reversal_id !== null) return refuseStaff('done-already')
  if (balance.available < grant.points) return refuseStaff('points-are-spent')
  await reversePointsGrant(sql, { ...grant, voucherId, staffId: colleague.id, at: now })
  const available = balance.available - grant.points
  audit({
    action: 'points.grant-undone',
    subjectKind: 'voucher',
    subjectId: id,
    channelId: balance.channel_id,
    reason,
    before: { granted: balance.granted, available: balance.available },
    after: { granted: balance.granted - grant.points, available, given: grantId },
  })
  return { available, granted: balance.granted - grant.points }
}
