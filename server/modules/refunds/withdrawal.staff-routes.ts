import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { confirmReturn } from '#contract/refunds/withdrawals.staff.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { creditWithdrawal } from '#server/modules/refunds/credit-withdrawals.timer.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { canBeReturned } from '#server/modules/refunds/propose-credit.ts'
import { insertWithdrawalReturn } from '#server/modules/refunds/withdrawal.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Staff confirm that the gifts were returned. This books the refund. */
export function withdrawalRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, confirmReturn, handleConfirmReturn(backoffice))
}

const handleConfirmReturn =
  (backoffice: Backoffice) =>
  async ({ number, goods, note }: ParsedInput<typeof confirmReturn>, caller: SignedIn) => {
    const { now, colleague, within, audit } = caller
    const sql = caller.sql as Transaction
    const locked = await lockForCredit(sql, number.split('-')[0] ?? '')
    const order = locked?.order
    const withdrawal = order?.withdrawals.find((candidate) => candidate.number === number)
    if (!order || !withdrawal || !within(order.channelId)) return refuseStaff('not-found')
    if (order.state === 'cancelled') return refuseStaff('order-cancelled')
    if (!canBeReturned(order, withdrawal)) return refuseStaff('not-sent')
    const inserted = await insertWithdrawalReturn(sql, {
      number,
      goods,
      note,
      staffId: colleague.id,
      now,
    })
    if (inserted.count === 0) return refuseStaff('done-already')
    const credit = await creditWithdrawal(backoffice.shop, sql, {
      number,
      goods,
      staffId: colleague.id,
    })
    audit({
      action: 'withdrawal.return-confirmed',
      subjectKind: 'order',
      subjectId: order.number,
      channelId: order.channelId,
      reason: note,
      after: { withdrawal: number, goods, credit },
    })
    return { credit }
  }
