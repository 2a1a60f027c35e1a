import type { FastifyInstance } from 'fastify'

import { offerReplacement, cancelReplacement } from '#contract/orders/replacements.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isParcelCause } from '#domain/orders/replacement.ts'
import { unitsUnderWay } from '#domain/fulfilment/packing.ts'
import { findReplacementOffer } from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { cancelReplacementOffer } from '#server/modules/orders/replacements/answer-replacement.ts'
import { startReplacement } from '#server/modules/orders/replacements/start-replacement.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { moveByParcels } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { lockStockLevels } from '#server/modules/inventory/stock.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Staff start or cancel replacement offers. The deadline and the refund are automatic. */
export function staffReplacementRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, offerReplacement, handleOfferReplacement(backoffice))

  serveStaff(app, backoffice, cancelReplacement, handleCancelReplacement(backoffice))
}

const handleOfferReplacement =
  ({ shop }: Backoffice) =>
  async ({ number, ...request }: ParsedInput<typeof offerReplacement>, caller: SignedIn) => {
    const { colleague, within, audit } = caller
    const sql = caller.sql as Transaction
    const locked = await lockForCredit(sql, number)
    if (!locked || !within(locked.order.channelId)) return refuseStaff('not-found')
    // A line with assumed arrival may be lost. A reported arrival must first be corrected at its parcel.
    const orderLine = locked.order.lines.find(({ line }) => line === request.line)
    if (orderLine?.state === 'delivered' && !orderLine.arrivalAssumed)
      return refuseStaff('has-arrived')
    // A replacement for a parcel that will arrive would give the recipient two gifts.
    if (
      orderLine &&
      !isParcelCause(request.cause) &&
      includeSentUnits(locked.order, orderLine, request.quantity)
    )
      return refuseStaff('released', {
        field: 'cause',
        message:
          'This has already been sent. Only gifts in a lost or undelivered parcel can be replaced.',
      })
    const started = await startReplacement(shop, sql, locked.order, {
      ...request,
      staffId: colleague.id,
    })
    if (refused(started)) return started
    // This line is no longer in a parcel with unknown contents, so the states of the other lines may follow from it.
    if (orderLine) await moveByParcels(sql, number, orderLine.round)
    audit({
      action: 'replacement.offered',
      subjectKind: 'order',
      subjectId: number,
      channelId: locked.order.channelId,
      reason: request.note || request.cause,
      after: { line: started.line, quantity: request.quantity, cause: request.cause },
    })
    return { id: started.id, until: started.until.toISOString() }
  }

const handleCancelReplacement =
  ({ shop }: Backoffice) =>
  async ({ id, reason }: ParsedInput<typeof cancelReplacement>, caller: SignedIn) => {
    const { colleague, within, audit } = caller
    const sql = caller.sql as Transaction
    const unlocked = await findReplacementOffer(sql, { id })
    const locked = unlocked && (await lockForCredit(sql, unlocked.orderNumber))
    if (!unlocked || !locked || !within(locked.order.channelId)) return refuseStaff('not-found')
    await lockStockLevels(sql, [unlocked.former.sku])
    const replacementOffer = await findReplacementOffer(sql, { id })
    if (!replacementOffer || replacementOffer.outcome !== null) return refuseStaff('choice-over')
    await cancelReplacementOffer(shop, sql, locked.order, replacementOffer, colleague.id)
    audit({
      action: 'replacement.cancelled',
      subjectKind: 'order',
      subjectId: unlocked.orderNumber,
      channelId: locked.order.channelId,
      reason,
      before: { line: replacementOffer.line, cause: replacementOffer.cause },
      after: { outcome: 'called-off' },
    })
    return {}
  }

/** Whether this many units of a line include units that have left or arrived. */
function includeSentUnits({ parcels }: OrderRow, orderLine: OrderLine, units: number): boolean {
  const { state, quantity, round, isBeingReplaced } = orderLine
  const parcelsOfRound = parcels.filter((parcel) => parcel.round === round)
  const isSent = state === 'shipped' || state === 'delivered'
  const sentUnits = unitsUnderWay({ ...orderLine, hasLeft: isSent }, parcelsOfRound)
  // A line with an open replacement offer is refused for that reason instead.
  return !isBeingReplaced && sentUnits > 0 && units > quantity - sentUnits
}
