import { refused } from '#contract/shared/refusals.shop.ts'
import { linesByParcels } from '#domain/fulfilment/packing.ts'
import {
  canMoveParcel,
  canCorrectParcel,
  isUndeliverable,
  type ParcelState,
} from '#domain/fulfilment/parcel-state.ts'
import { endReplacementOffer } from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import { isParcelObsolete } from '#server/modules/orders/lines/obsolete-parcels.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import {
  findOrder,
  type OrderRow,
  reopenForLateEvent,
  type OrderLine,
  type Parcel,
  saveArrivalAssumed,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  startReplacement,
  notifyUnavailable,
} from '#server/modules/orders/replacements/start-replacement.ts'
import { moveLines } from '#server/modules/orders/lines/update-line-states.ts'

/**
 * Moves the lines of a fulfilment attempt as far as the parcels of the warehouse or supplier report. A line without a
 * reported parcel follows the state of the warehouse order. Confirms an assumed arrival once its parcels report it.
 */
export async function moveByParcels(sql: Transaction, number: string, round: number) {
  for (const to of ['shipped', 'delivered'] as const) {
    const order = await findOrder(sql, number)
    if (!order) return
    const reported = reportedLines(order, round)[to]
    const isReported = (line: OrderLine) =>
      line.deliveryCondition !== 'digital' && line.round === round && reported.has(line.line)
    await moveLines(sql, order, isReported, to)
    const assumed = order.lines.filter((line) => line.arrivalAssumed && isReported(line))
    if (to === 'delivered' && assumed.length > 0) {
      const lines = assumed.map(({ line }) => line)
      await saveArrivalAssumed(sql, number, lines, false)
    }
  }
}

function reportedLines(order: OrderRow, round: number) {
  const parcels = order.parcels.filter((parcel) => parcel.round === round)
  const isKnown = (line: number) =>
    parcels.some(({ lines }) => lines.some((packedLine) => packedLine.line === line))
  return linesByParcels({
    parcels,
    lines: order.lines
      .filter((line) => line.round === round)
      .map(({ line, quantity, state, deliveryCondition }) => ({
        line,
        quantity,
        // A parcel without known contents never comes from a supplier.
        hasLeft: deliveryCondition === 'monta' && state === 'shipped',
      })),
    resolvedUnits: order.replacementOffers.filter(
      ({ line, cause, outcome, former }) =>
        (cause === 'lost' || cause === 'refused') &&
        outcome !== 'called-off' &&
        former.round === round &&
        !isKnown(line),
    ).length,
  })
}

export type Consequence = 'chosen-instead' | 'given-back' | 'sent-again'

/** Why the state of an undeliverable parcel can no longer be corrected; undefined if it can. */
export async function findConsequence(
  sql: Transaction,
  order: OrderRow,
  parcel: Parcel,
): Promise<Consequence | undefined> {
  const [failure] = await sql<{ at: Date }[]>`
    select state_at as at from parcel
    where order_number = ${order.number} and code = ${parcel.code} and month = ${order.month}`
  const packedLines = new Set(parcel.lines.map(({ line }) => line))
  const outcomes = order.replacementOffers
    .filter(({ line, former }) => packedLines.has(line) && former.round === parcel.round)
    .map(({ outcome }) => outcome)
  if (outcomes.includes('other-gift')) return 'chosen-instead'
  const credited = order.credits.some(
    ({ at, lines }) =>
      failure && new Date(at) >= failure.at && lines.some(({ line }) => packedLines.has(line)),
  )
  const lines = order.lines.filter(({ line }) => packedLines.has(line))
  if (credited || lines.some(({ state }) => state === 'cancelled')) return 'given-back'
  const isSentAgain = lines.some(({ line, quantity, round }) => {
    const packed = order.parcels
      .filter(
        (other) => other.round === round && (other === parcel || !isUndeliverable(other.state)),
      )
      .flatMap((other) => other.lines.filter((packedLine) => packedLine.line === line))
    const units = packed.reduce((sum, packedLine) => sum + packedLine.quantity, 0)
    return round !== parcel.round || units > quantity
  })
  return isSentAgain ? 'sent-again' : undefined
}

type ParcelUpdate = {
  number: string
  code: string
  state: ParcelState
  /** The staff member who set the state; null for a carrier. */
  staffId: number | null
}

/**
 * Applies the state that a carrier or a staff member reports for a parcel of a locked order. Depending on the
 * channel's settings, an undeliverable parcel starts a replacement offer or a task. Returns whether the state
 * changed.
 */
export async function applyParcelState(
  shop: Shop,
  sql: Transaction,
  { number, code, state, staffId }: ParcelUpdate,
) {
  const order = await findOrder(sql, number)
  const parcel = order?.parcels.find((candidate) => candidate.code === code)
  if (!order || !parcel) return false
  // A carrier repeats its last state without effect: a staff member may have corrected the parcel since.
  if (staffId === null && parcel.carrierState === state) return false
  const isCorrection = staffId !== null && canCorrectParcel(parcel.state, state)
  const canMove = canMoveParcel(parcel.state, state) || isCorrection
  if (staffId === null && (canMove || parcel.carrierState !== 'sent'))
    await saveCarrierState(sql, order, { code, state })
  if (!canMove) return false
  const at = shop.ports.clock.now()
  await reopenForLateEvent(sql, order, 'a carrier told late')
  await sql`
    update parcel set state = ${state}, state_at = ${at},
      delivered_at = case when ${state} = 'delivered' then ${at}::timestamptz end
    where order_number = ${number} and code = ${code} and month = ${order.month}`
  await saveEvent(sql, {
    number,
    type: `parcel-${state}`,
    description: code,
    // The same state can recur after another one.
    sourceId: `parcel ${number} ${code} ${state} ${at.toISOString()}`,
    at,
  })
  await closeTaskFor(sql, 'parcel-undeliverable', `${number}:${code}`)
  if (isUndeliverable(state)) await handleUndeliverable(shop, sql, order, { code, state, staffId })
  else {
    if (state === 'delivered' || isCorrection) await endOffersOfParcel(shop, sql, order, parcel)
    await moveByParcels(sql, number, parcel.round)
  }
  if (state === 'delivered' && !isParcelObsolete((await findOrder(sql, number)) ?? order, parcel)) {
    const { channelId, language, person } = order
    const mail = { subjectId: `${number}:${code}`, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'order-delivered', ...mail })
  }
  return true
}

/** Saves the carrier's last reported state, whatever state a staff member has set. */
async function saveCarrierState(
  sql: Transaction,
  order: OrderRow,
  { code, state }: Pick<ParcelUpdate, 'code' | 'state'>,
) {
  await reopenForLateEvent(sql, order, 'a carrier told late')
  await sql`
    update parcel set carrier_state = ${state}
    where order_number = ${order.number} and code = ${code} and month = ${order.month}`
}

async function handleUndeliverable(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { code, state, staffId }: Pick<ParcelUpdate, 'code' | 'state' | 'staffId'>,
) {
  const { number, channelId } = order
  const [channel] = await sql<{ handling: string }[]>`
    select undeliverable_parcel as handling from channel where id = ${channelId}`
  const isOffered =
    channel?.handling !== 'person' && (await offerReplacements(shop, sql, number, code, staffId))
  if (isOffered) return
  await openTaskFor(sql, {
    kind: 'parcel-undeliverable',
    subject: `${number}:${code}`,
    cause: state,
    reason: state,
    channelId,
    orderNumber: number,
    detail: { code, state },
  })
}

/**
 * Starts a replacement offer for each line of a parcel that has none. Returns false if staff have to decide, because the
 * contents are unknown or an offer was refused.
 */
export async function offerReplacements(
  shop: Shop,
  sql: Transaction,
  number: string,
  code: string,
  staffId: number | null,
): Promise<boolean> {
  const initialOrder = await findOrder(sql, number)
  const parcel = initialOrder?.parcels.find((candidate) => candidate.code === code)
  if (!initialOrder || !parcel || parcel.lines.length === 0) return false
  const offerIds: string[] = []
  let isOffered = true
  const cause = parcel.state === 'refused' ? 'refused' : 'lost'
  for (const { line, quantity } of parcel.lines) {
    const order = await findOrder(sql, number)
    // Skip lines that are already being replaced or were given back.
    const orderLine = order?.lines.find(
      (candidate) => candidate.line === line && candidate.round === parcel.round,
    )
    if (!order || !orderLine || orderLine.isBeingReplaced || orderLine.state === 'cancelled')
      continue
    const { credited, withdrawn } = orderLine
    const units = Math.min(quantity, orderLine.quantity - credited - withdrawn)
    if (units <= 0) continue
    const started = await startReplacement(shop, sql, order, {
      line,
      quantity: units,
      cause,
      staffId,
      callerSendsMail: true,
    })
    if (refused(started)) {
      isOffered = false
      break
    }
    offerIds.push(started.id)
    if (started.line !== line)
      await splitParcelLine(sql, order, { code, from: line, to: started.line, units })
  }
  await notifyUnavailable(shop, sql, initialOrder, offerIds)
  return isOffered
}

/** Moves units to the line that was split off, so that its offer can be found if the parcel arrives. */
async function splitParcelLine(
  sql: Transaction,
  { number, month, voucherId }: OrderRow,
  { code, from, to, units }: { code: string; from: number; to: number; units: number },
) {
  const original = sql`order_number = ${number} and code = ${code} and line = ${from}`
  await sql`delete from parcel_line where ${original} and quantity = ${units}`
  await sql`update parcel_line set quantity = quantity - ${units} where ${original}`
  const row = {
    order_number: number,
    month,
    voucher_id: voucherId,
    code,
    line: to,
    quantity: units,
  }
  await sql`insert into parcel_line ${sql(row)}`
}

/**
 * A lost parcel has arrived or was never lost. A recipient who was still choosing keeps the gift, and the offer ends.
 * If the recipient has chosen already, a task asks staff to decide. Runs under the lock that an answer to the offer
 * also takes.
 */
async function endOffersOfParcel(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  parcel: Parcel,
) {
  const { number, channelId, language, person } = order
  const at = shop.ports.clock.now()
  const packedLines = new Set(parcel.lines.map(({ line }) => line))
  const offers = order.replacementOffers.filter(
    ({ line, cause, former }) =>
      packedLines.has(line) &&
      former.round === parcel.round &&
      (cause === 'lost' || cause === 'refused'),
  )
  for (const { id, former } of offers.filter(({ outcome }) => outcome === null)) {
    await endReplacementOffer(sql, id, { outcome: 'called-off', at })
    await saveEvent(sql, {
      number,
      type: 'choice-called-off',
      description: former.name,
      sourceId: `called off ${id}`,
      at,
    })
    const mail = { subjectId: `${number}:${id}`, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'chosen-again', ...mail })
    await notify(sql, 'voucher', String(order.voucherId))
  }
  const isReplaced = offers.some(({ line, outcome }) => {
    const current = order.lines.find((candidate) => candidate.line === line)
    return outcome !== null && (current?.round !== parcel.round || current.state === 'cancelled')
  })
  if (!isReplaced) return
  await openTaskFor(sql, {
    kind: 'parcel-undeliverable',
    subject: `${number}:${parcel.code}`,
    cause: 'found',
    reason: 'found',
    channelId,
    orderNumber: number,
    detail: { code: parcel.code, state: 'delivered' },
  })
}
