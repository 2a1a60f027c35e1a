import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  blockVoucher,
  expireVoucher,
  extendVoucher,
  undoVoucherAction,
  unblockVoucher,
} from '#contract/vouchers/vouchers.staff.ts'
import { isLongerThanAllowed } from '#domain/vouchers/batch-validity.ts'
import { dayAt, endOfDay } from '#domain/time/zone-days.ts'
import { restoreExpiredPoints } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  findAction,
  findVoucher,
  isTooLate,
  lockVoucher,
  type EndAndBlock,
  endAndBlock,
  listUndoableActions,
  valuesBefore,
  type VoucherRow,
} from '#server/modules/vouchers/actions/voucher-actions.ts'
import { saveVoucherEnd } from '#server/modules/vouchers/actions/voucher-action.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Actions on a voucher. A database trigger creates the change event. */
export function voucherActionRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, blockVoucher, handleBlockVoucher(true))

  serveStaff(app, backoffice, unblockVoucher, handleBlockVoucher(false))

  serveStaff(app, backoffice, extendVoucher, handleExtendVoucher)

  serveStaff(app, backoffice, expireVoucher, handleExpireVoucher)

  serveStaff(app, backoffice, undoVoucherAction, handleUndoVoucherAction)
}

const handleBlockVoucher =
  (isBlocking: boolean) =>
  async ({ id, reason }: ParsedInput<typeof blockVoucher>, caller: SignedIn) => {
    const voucher = await lockOwnVoucher(caller, id)
    if (!voucher) return refuseStaff('not-found')
    if (voucher.state === 'erased') return refuseStaff('no-longer-possible')
    if ((voucher.blocked_at !== null) === isBlocking) return refuseStaff('done-already')
    const target = { ...endAndBlock(voucher), blocked: isBlocking }
    const { state } = await saveEndAndBlock(caller, voucher, target, {
      action: isBlocking ? 'voucher.blocked' : 'voucher.unblocked',
      reason,
    })
    return { state }
  }

async function handleExtendVoucher(
  { id, reason, last_day, valid_until }: ParsedInput<typeof extendVoucher>,
  caller: SignedIn,
) {
  const voucher = await lockOwnVoucher(caller, id)
  if (!voucher) return refuseStaff('not-found')
  if (voucher.state === 'erased') return refuseStaff('no-longer-possible')
  if (endAndBlock(voucher).valid_until !== valid_until) return refuseStaff('changed-since')
  const end = new Date(endOfDay(last_day, voucher.time_zone))
  if (end <= caller.now || (voucher.valid_from && end <= voucher.valid_from)) {
    return refuseStaff('moment-past', { field: 'last_day' })
  }
  const from = dayAt(caller.now.getTime(), voucher.time_zone)
  if (isLongerThanAllowed({ from, until: last_day }))
    return refuseStaff('ends-too-late', { field: 'last_day' })
  const target = { ...endAndBlock(voucher), valid_until: end.toISOString() }
  return saveEndAndBlock(caller, voucher, target, { action: 'voucher.extended', reason })
}

async function handleExpireVoucher(
  { id, reason, valid_until }: ParsedInput<typeof expireVoucher>,
  caller: SignedIn,
) {
  const voucher = await lockOwnVoucher(caller, id)
  if (!voucher) return refuseStaff('not-found')
  if (endAndBlock(voucher).valid_until !== valid_until) return refuseStaff('changed-since')
  // A voucher that is not valid yet is blocked instead of ended.
  if (voucher.state !== 'open' && voucher.state !== 'blocked') {
    return refuseStaff('no-longer-possible')
  }
  if (voucher.valid_from && voucher.valid_from >= caller.now) {
    return refuseStaff('no-longer-possible')
  }
  const target = { ...endAndBlock(voucher), valid_until: caller.now.toISOString() }
  return saveEndAndBlock(caller, voucher, target, { action: 'voucher.expired', reason })
}

async function handleUndoVoucherAction(
  { id, line, reason }: ParsedInput<typeof undoVoucherAction>,
  caller: SignedIn,
) {
  const voucher = await lockOwnVoucher(caller, id)
  const action = voucher && (await findAction(caller.sql, voucher.id, Number(line)))
  if (!voucher || !action) return refuseStaff('not-found')
  if (action.undone) return refuseStaff('done-already')
  if (isTooLate(action.at, caller.now)) return refuseStaff('too-late')
  const undoable = await listUndoableActions(caller.sql, voucher.id, caller.now)
  if (!undoable.includes(String(action.id))) return refuseStaff('changed-since')
  return saveEndAndBlock(caller, voucher, valuesBefore(voucher, action), {
    action: 'voucher.action-undone',
    reason,
    line,
  })
}

type ActionCaller = Pick<StaffCaller, 'sql' | 'now' | 'within' | 'audit'>

async function lockOwnVoucher({ sql, now, within }: ActionCaller, id: string) {
  const voucher = await lockVoucher(sql, Number(id), now)
  return voucher && within(voucher.channel_id) ? voucher : undefined
}

/** Saves the end date and the block with an audit entry, and restores points that expired with the old end. */
async function saveEndAndBlock(
  { sql, now, audit, colleague }: ActionCaller & { colleague: { id: number } },
  before: VoucherRow,
  target: EndAndBlock,
  { action, reason, line }: { action: string; reason: string; line?: string },
) {
  await saveVoucherEnd(sql, {
    id: before.id,
    validUntil: target.valid_until,
    blocked: target.blocked,
    now,
  })
  const restoredPoints = await restoreExpiredPoints(sql, [before.id], {
    now,
    staffId: colleague.id,
  })
  const after = await findVoucher(sql, before.id, now)
  if (!after) throw new Error(`voucher ${before.id} not found during the change`)
  audit({
    action,
    subjectKind: 'voucher',
    subjectId: String(before.id),
    channelId: before.channel_id,
    reason,
    before: endAndBlock(before),
    after: {
      ...endAndBlock(after),
      ...(restoredPoints > 0 ? { points_back: restoredPoints } : {}),
      ...(line === undefined ? {} : { line }),
    },
  })
  return { state: after.state, valid_until: endAndBlock(after).valid_until }
}
