import { refused } from '#contract/shared/refusals.shop.ts'
import { linesByParcels } from '#domain/fulfilment/packing.ts'
import {
  canMoveParcel,
  canPutRight,
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
    const ready = standing(order, round)[to]
    const speaksOf = (line: OrderLine) =>
      line.deliveryCondition !== 'digital' && line.round === round && ready.has(line.line)
    await moveLines(sql, order, speaksOf, to)
    const assumed = order.lines.filter((line) => line.arrivalAssumed && speaksOf(line))
    if (to === 'delivered' && assumed.length > 0) {
      const lines = assumed.map(({ line }) => line)
      await saveArrivalAssumed(sql, number, lines, false)
    }
  }
}

function standing(order: OrderRow, round: number) {
  const parcels = order.parcels.filter((parcel) => parcel.round === round)
  const isKnown = (line: number) =>
    parcels.some(({ lines }) => lines.some((one) => one.line === line))
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
    seenTo: order.replacementOffers.filter(
      ({ line, cause, outcome, former }) =>
        (cause === 'lost' || cause === 'refused') &&
        outcome !== 'called-off' &&
        former.round === round &&
        !isKnown(line),
    ).length,
  })
}

export type Followed = 'chosen-instead' | 'given-back' | 'sent-again'

/** Effects of an undeliverable parcel that can no longer be undone; undefined if the state can still be corrected. */
export async function whatFollowed(
  sql: Transaction,
  order: OrderRow,
  parcel: Parcel,
): Promise<Followed | undefined> {
  const [fell] = await sql<{ at: Date }[]>`
    select state_at as at from parcel
    where order_number = ${order.number} and code = ${parcel.code} and month = ${order.month}`
  const inIt = new Set(parcel.lines.map(({ line }) => line))
  const outcomes = order.replacementOffers
    .filter(({ line, former }) => inIt.has(line) && former.round === parcel.round)
    .map(({ outcome }) => outcome)
  if (outcomes.includes('other-gift')) return 'chosen-instead'
  const credited = order.credits.some(
    ({ at, lines }) => fell && new Date(at) >= fell.at && lines.some(({ line }) => inIt.has(line)),
  )
  const lines = order.lines.filter(({ line }) => inIt.has(line))
  if (credited || lines.some(({ state }) => state === 'cancelled')) return 'given-back'
  const isAway = lines.some(({ line, quantity, round }) => {
    const packed = order.parcels
      .filter((one) => one.round === round && (one === parcel || !isUndeliverable(one.state)))
      .flatMap((one) => one.lines.filter((packedLine) => packedLine.line === line))
    return round !== parcel.round || packed.reduce((sum, one) => sum + one.quantity, 0) > quantity
  })
  return isAway ? 'sent-again' : undefined
}

type Result = {
  number: string
  code: string
  state: ParcelState
  /** The staff member who set the state; null: the carrier. */
  by: number | null
}

/**
 * Applies the state that a carrier or a staff member reports for a parcel of a locked order. Depending on the
 * channel's settings, an undeliverable parcel starts a replacement offer or a task. Returns whether the state
 * changed.
 */
export async function applyParcelState(
  shop: Shop,
  sql: Transaction,
  { number, code, state, by }: Result,
) {
  const order = await findOrder(sql, number)
  const parcel = order?.parcels.find((one) => one.code === code)
  if (!order || !parcel) return false
  // A carrier repeats its last state without effect: a staff member may have corrected the parcel since.
  if (by === null && parcel.carrierState === state) return false
  const isPutRight = by !== null && canPutRight(parcel.state, state)
  const moves = canMoveParcel(parcel.state, state) || isPutRight
  if (by === null && (moves || parcel.carrierState !== 'sent'))
    await saveCarrierState(sql, order, { code, state })
  if (!moves) return false
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
  if (isUndeliverable(state)) await handleUndeliverable(shop, sql, order, { code, state, by })
  else {
    if (state === 'delivered' || isPutRight) await endChoicesOfFound(shop, sql, order, parcel)
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
  { code, state }: Pick<Result, 'code' | 'state'>,
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
  { code, state, by }: Pick<Result, 'code' | 'state' | 'by'>,
) {
  const { number, channelId } = order
  const [channel] = await sql<{ how: string }[]>`
    select undeliverable_parcel as how from channel where id = ${channelId}`
  const isOffered =
    channel?.how !== 'person' && (await offerReplacements(shop, sql, number, code, by))
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
  const known = await findOrder(sql, number)
  const parcel = known?.parcels.find((one) => one.code === code)
  if (!known || !parcel || parcel.lines.length === 0) return false
  const startedFor: string[] = []
  let isOffered = true
  const cause = parcel.state === 'refused' ? 'refused' : 'lost'
  for (const { line, quantity } of parcel.lines) {
    const order = await findOrder(sql, number)
    // Skip lines that are already being replaced or were given back.
    const still = order?.lines.find((one) => one.line === line && one.round === parcel.round)
    if (!order || !still || still.isBeingReplaced || still.state === 'cancelled') continue
    const pieces = Math.min(quantity, still.quantity - still.credited - still.withdrawn)
    if (pieces <= 0) continue
    const begun = await startReplacement(shop, sql, order, {
      line,
      quantity: pieces,
      cause,
      staffId,
      callerSendsMail: true,
    })
    if (refused(begun)) {
      isOffered = false
      break
    }
    startedFor.push(begun.id)
    if (begun.line !== line) await packApart(sql, order, { code, from: line, ...begun, pieces })
  }
  await notifyUnavailable(shop, sql, known, startedFor)
  return isOffered
}

/** The parcel contains the split-off line, so that the replacement offer is known if the parcel is found. */
async function packApart(
  sql: Transaction,
  { number, month, voucherId }: OrderRow,
  { code, from, line, pieces }: { code: string; from: number; line: number; pieces: number },
) {
  const which = sql`order_number = ${number} and code = ${code} and line = ${from}`
  await sql`delete from parcel_line where ${which} and quantity = ${pieces}`
  await sql`update parcel_line set quantity = quantity - ${pieces} where ${which}`
  const row = { order_number: number, month, voucher_id: voucherId, code, line, quantity: pieces }
  await sql`insert into parcel_line ${sql(row)}`
}

/**
 * A lost parcel has arrived or was never lost. A recipient who was still choosing keeps the gift, and the offer ends.
 * If the recipient has chosen already, a task asks staff to decide. Runs under the lock that an answer to the offer
 * also takes.
 */
async function endChoicesOfFound(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  parcel: Parcel,
) {
  const { number, channelId, language, person } = order
  const at = shop.ports.clock.now()
  const inIt = new Set(parcel.lines.map(({ line }) => line))
  const lost = order.replacementOffers.filter(
    ({ line, cause, former }) =>
      inIt.has(line) && former.round === parcel.round && (cause === 'lost' || cause === 'refused'),
  )
  for (const { id, former } of lost.filter(({ outcome }) => outcome === null)) {
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
  const twice = lost.some(({ line, outcome }) => {
    const now = order.lines.find((one) => one.line === line)
    return outcome !== null && (now?.round !== parcel.round || now.state === 'cancelled')
  })
  if (!twice) return
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
