import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { bookCredit, staffCancelOrder, proposeCredit } from '#contract/refunds/credits.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { creditWithoutApproval } from '#domain/refunds/credit.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { findOrder, type OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { translateGiftNames } from '#server/modules/orders/order-line-names.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import { cancelLockedOrder } from '#server/modules/orders/cancel-order.ts'
import { bookProposal, findProposal, lockForCredit } from '#server/modules/refunds/book-credit.ts'
import {
  changesSince,
  creditedPoints,
  handedOutGifts,
  countHandedOut,
  type Proposal,
  proposeCreditFor,
  type CreditState,
  comparableState,
  stoppableLines,
} from '#server/modules/refunds/propose-credit.ts'
import { findVoucherEnd, findCreditOfProposal } from '#server/modules/refunds/credit.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Refunds of points and money: the server proposes a credit, and staff book exactly that. */
export function creditRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, proposeCredit, handleProposeCredit)

  serveStaff(app, backoffice, bookCredit, handleBookCredit(backoffice))

  serveStaff(app, backoffice, staffCancelOrder, handleStaffCancelOrder(backoffice))
}

function handleBookCredit(backoffice: Backoffice) {
  const { shop } = backoffice
  const requestApproval = creditApproval(backoffice)
  return async (
    { proposal: id, handed_out, stop }: ParsedInput<typeof bookCredit>,
    caller: SignedIn,
  ) => {
    const { sql, now, colleague, within, audit } = caller
    const proposal = await findProposal(sql, id)
    const locked = proposal && (await lockForCredit(sql as Transaction, proposal.order_number))
    if (!proposal || !locked || !within(locked.order.channelId)) return refuseStaff('not-found')
    const { order, creditState } = locked
    const booked = await findCreditOfProposal(sql, id)
    // A repeat after a lost response gets the number of the credit.
    if (booked)
      return refuseStaff('done-already', {
        changes: [{ what: 'booked', before: '', after: booked.number }],
      })
    if (proposal.expires_at <= now) return refuseStaff('proposal-over')
    const changes = changesSince(
      comparableState(proposal.stood, { stop }),
      comparableState(creditState, { stop }),
    )
    if (changes.length > 0) return refuseStaff('changed-since', { changes })
    const handedOut = countHandedOut(order, proposal.lines)
    if (handedOut > handed_out) return refuseStaff('handed-out')
    const subject = {
      kind: 'order',
      id: order.number,
      name: order.number,
      channelId: order.channelId,
    }
    const reason = proposal.note || proposal.reason
    if (needsApproval(colleague.role, order, proposal)) {
      const asked = { proposal: id, stop, handed: handedOutGifts(order, proposal.lines) }
      const approval = await requestApproval(caller, { subject, asked, reason })
      return refused(approval) ? approval : { credit: null, approval }
    }
    const booking = { staffId: colleague.id, approvalId: null, stop, at: now }
    const done = await bookProposal(shop, sql as Transaction, proposal, booking)
    if ('changes' in done) return refuseStaff('changed-since', { changes: done.changes })
    audit({
      action: 'credit.booked',
      subjectKind: 'order',
      subjectId: order.number,
      channelId: order.channelId,
      reason,
      before: creditState,
      after: {
        ...auditedProposal(proposal),
        credit: done.credit,
        ...(handedOut > 0 ? { handed: handedOut } : {}),
        ...(stop ? { stopped: stoppableLines(proposal) } : {}),
      },
    })
    notifyHolderChange(shop, order.voucherId)
    return { credit: done.credit, approval: null }
  }
}

async function handleProposeCredit(
  { number, ...input }: ParsedInput<typeof proposeCredit>,
  caller: SignedIn,
) {
  const { sql, now, colleague, within, audit } = caller
  const order = await findOrder(sql, number)
  if (!order || !within(order.channelId)) return refuseStaff('not-found')
  const { order: translated } = await translateGiftNames(sql, order, colleague.language)
  const proposed = await proposeCreditFor(sql, order, input, { at: now, staffId: colleague.id })
  if (refused(proposed)) return proposed
  const { proposal, cancels, stops, unsent } = proposed
  const voucher = await findVoucherEnd(sql, now, order.voucherId)
  audit({
    action: 'credit.proposed',
    subjectKind: 'order',
    subjectId: number,
    channelId: order.channelId,
    reason: input.note || input.reason,
    after: auditedProposal(proposal),
  })
  return {
    id: proposal.id,
    points: proposal.points,
    points_back: proposal.points_back,
    cents: proposal.cents_back,
    cents_sent: proposal.cents_sent,
    vat_cents: proposal.vat_back,
    credits_before: order.credits.length,
    lines: proposal.lines.map(({ line, quantity }) => {
      const orderLine = translated.lines.find((candidate) => candidate.line === line)
      return { line, name: orderLine?.name ?? '', quantity, points: orderLine?.points ?? 0 }
    }),
    unsent: unsent.map((units) => ({
      ...units,
      name: translated.lines.find(({ line }) => line === units.line)?.name ?? '',
    })),
    goods: proposal.goods,
    stops,
    cancels,
    handed_out: countHandedOut(order, proposal.lines),
    voucher_ended: proposal.points_back > 0 && voucher?.ended === true,
    needs_approval: needsApproval(colleague.role, order, proposal),
    expires_at: proposal.expires_at.toISOString(),
  }
}

const handleStaffCancelOrder =
  ({ shop }: Backoffice) =>
  async ({ number, reason }: ParsedInput<typeof staffCancelOrder>, caller: SignedIn) => {
    const { within, audit } = caller
    const sql = caller.sql as Transaction
    const unlocked = await findOrder(sql, number)
    if (!unlocked || !within(unlocked.channelId)) return refuseStaff('not-found')
    const locked = await lockForCredit(sql, number)
    if (!locked) return refuseStaff('not-found')
    const { order, creditState } = locked
    if (order.state === 'cancelled') return refuseStaff('order-cancelled')
    if (order.state !== 'placed') return refuseStaff('released')
    await cancelLockedOrder(shop, sql, order, caller.colleague.id)
    audit({
      action: 'order.cancelled',
      subjectKind: 'order',
      subjectId: number,
      channelId: order.channelId,
      reason,
      before: creditState,
      after: { state: 'cancelled' },
    })
    notifyHolderChange(shop, order.voucherId)
    return {}
  }

/** Counts all credits of the order, because several small ones can exceed the limit together. */
function needsApproval(role: Role, order: OrderRow, { points }: Proposal): boolean {
  return points > creditWithoutApproval(role, creditedPoints(order))
}

const auditedProposal = ({
  points,
  points_back,
  cents_back,
  cents_sent,
  goods,
  lines,
  reason,
}: Proposal) => ({
  points,
  points_back,
  cents_back,
  cents_sent,
  goods,
  lines,
  reason,
})

const ApprovalInput = z.object({
  proposal: z.uuid(),
  stop: z.boolean().default(false),
  /** Codes and documents that the recipient keeps. The approver sees them first. */
  handed: z.array(z.object({ name: z.string(), pieces: z.int() })).default([]),
})

/** For credits above a role's own limit. The approval books the proposal, or fails with the changes since then. */
function creditApproval({ shop, approvals }: Backoffice) {
  return approvals.add<z.output<typeof ApprovalInput>>({
    kind: 'credit.book',
    asked: ApprovalInput,
    approverPermission: 'credit.approve',
    lapses: true,
    async versionOf(sql: Queries, subjectId, { proposal: id, stop }) {
      const locked = await lockForCredit(sql as Transaction, subjectId)
      if (!locked) return null
      // Codes that are handed out after the request change the version, so the approval does not cover them.
      const proposal = await findProposal(sql, id)
      const handed = proposal ? countHandedOut(locked.order, proposal.lines) : 0
      const stood = comparableState(locked.creditState, { stop })
      return JSON.stringify(handed === 0 ? stood : { stood, handed })
    },
    changes: (asked, now) => changesSince(parseVersion(asked), parseVersion(now)),
    async action(sql, subjectId, { proposal: id, handed, stop }, { at, approvalId, askedBy }) {
      const proposal = await findProposal(sql, id)
      if (proposal?.order_number !== subjectId) return refuseStaff('no-longer-possible')
      const booking = { staffId: askedBy, approvalId, stop, at }
      const done = await bookProposal(shop, sql as Transaction, proposal, booking)
      if ('changes' in done) return refuseStaff('no-longer-possible', { changes: done.changes })
      const handedOut = handed.reduce((sum, { pieces }) => sum + pieces, 0)
      return {
        before: proposal.stood,
        after: {
          ...auditedProposal(proposal),
          credit: done.credit,
          ...(handedOut > 0 ? { handed: handedOut } : {}),
          ...(stop ? { stopped: stoppableLines(proposal) } : {}),
        },
      }
    },
  })
}

/** The state of the order in a version, and the number of codes handed out if there were any. */
function parseVersion(version: string): CreditState {
  const { stood: state, ...others } = JSON.parse(version) as { stood?: CreditState }
  return { ...state, ...others }
}
