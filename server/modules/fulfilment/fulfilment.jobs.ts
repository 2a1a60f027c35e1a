import { destination, ownAddress } from '#domain/fulfilment/delivery.ts'
import { canMoveOrder } from '#domain/orders/order-state.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { JobData } from '#server/platform/jobs/job-names.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import {
  finishRequest,
  type OutboundRequest,
  releaseRequest,
  acquireOutboundRequest,
  reopenRequest,
} from '#server/platform/jobs/outbound-request.sql.ts'
import { findParcels } from '#server/modules/fulfilment/parcels/poll-parcels.ts'
import { roundName, sendForLines } from '#server/modules/fulfilment/submit-lines.ts'
import { isStopOfCredit, restockStopped } from '#server/modules/orders/lines/stop-fulfilment.ts'
import {
  isKnownEvent,
  lockOrder,
  reopenForLateEvent,
  type OrderRow,
  saveEvent,
  saveLineStates,
  saveOrderState,
} from '#server/modules/orders/order.sql.ts'
import { ServiceRefused, type WarehouseOrder } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export function fulfilmentJobs(shop: Shop) {
  shop.jobs.handle('submit-order', ({ number }) => submitOrder(shop, number))
  shop.jobs.handle('submit-to-warehouse', (asking) => submitToWarehouse(shop, asking))
  shop.jobs.handle('find-parcels', (data) => findParcels(shop, data))
}

/** The undo window is over: requests fulfilment from everyone involved, in one transaction. */
export async function submitOrder(shop: Shop, number: string) {
  const { sql, ports, jobs } = shop
  await sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (order?.state !== 'placed') return
    const now = ports.clock.now()
    if (now < order.changeableUntil) {
      const data = { number }
      await jobs.send(sql, [{ name: 'submit-order', data, startAfter: order.changeableUntil }])
      return
    }

    const waiting = order.lines.filter((line) => canMoveOrder(line.state, 'released'))
    // The lines first, because notifications about the order include them.
    await saveLineStates(
      sql,
      number,
      waiting.map(({ line }) => line),
      'released',
    )
    await saveOrderState(sql, number, 'released')
    await saveEvent(sql, { number, type: 'released', at: now })

    await sendForLines(shop, sql, order, { lines: waiting, round: 0 })
  })
}

/**
 * The fulfilment round, and the gift that has become unavailable since. Without such a gift the complete order is
 * submitted.
 */
type Asking = JobData['submit-to-warehouse']

/**
 * Submits an order to the warehouse in three steps, each safe to be interrupted after: acquire, under the order's
 * lock; send, without an open transaction (idempotent: the attempt's name is the warehouse's key); save the response.
 * An order that is cancelled in between, or after a process died, is cancelled at the warehouse, or the parcel would
 * still leave. An unavailable gift is removed from the submitted order.
 */
export async function submitToWarehouse(shop: Shop, job: string | Asking) {
  const asking = typeof job === 'string' ? { number: job } : job
  const outboundRequest = await setOutFor(shop, asking)
  if (!outboundRequest) return
  const { delivery } = shop.ports
  try {
    if (!outboundRequest.content) await delivery.cancel(nameOf(asking), 'Cancelled by the shop')
    else if (asking.fallen === undefined) await delivery.submit(outboundRequest.content)
    else await delivery.change(outboundRequest.content)
    await noteAnswer(shop, asking, outboundRequest)
  } catch (error) {
    if (!(error instanceof ServiceRefused)) {
      await releaseRequest(shop.sql, outboundRequest, shop.ports.clock.now()).catch(() => {})
      throw error
    }
    shop.log.error({ err: error, order: asking.number }, 'warehouse rejected order')
    await noteAnswer(shop, asking, outboundRequest, error.message)
  }
}

const nameOf = ({ number, round = 0 }: Asking) => roundName(number, round)
const outboundRequestName = (asking: Asking) => `submit ${nameOf(asking)}`

/** The request to the warehouse. Without content it deletes the order there. */
type WarehouseOutboundRequest = OutboundRequest & { content: WarehouseOrder | undefined }

async function setOutFor({ sql, ports, jobs }: Shop, asking: Asking) {
  const { number, round = 0, fallen } = asking
  return sql.begin(async (sql): Promise<WarehouseOutboundRequest | undefined> => {
    const order = await lockOrder(sql, number)
    if (!order || order.state === 'placed') return undefined
    const content = order.state === 'cancelled' ? undefined : warehouseOrder(order, round)
    const [before] = await sql<{ requested: boolean; sent: boolean; changed: boolean }[]>`
      select exists (select from outbound_request where name = ${outboundRequestName(asking)}) as requested,
        exists (select from order_event where source_id = ${`sent ${nameOf(asking)}`} and month = ${order.month}) as sent,
        exists (select from order_event where source_id = ${`changed ${fallen ?? ''}`} and month = ${order.month}) as changed`
    if (fallen === undefined) {
      // Nothing to submit that was not submitted before, and nothing to delete.
      if (content ? before?.sent && !before.requested : !before?.requested) return undefined
    } else if (before?.changed) return undefined
    else if (!(before?.sent || before?.requested)) {
      // The warehouse never got the order, so the credited units are still in stock.
      if (isStopOfCredit(fallen))
        await noteLeftOut(sql, order, { number, round, fallen }, ports.clock.now())
      return undefined
    }
    const outboundRequest = await acquireOutboundRequest(
      sql,
      outboundRequestName(asking),
      ports.clock.now(),
    )
    if ('holder' in outboundRequest) return { ...outboundRequest, content }
    // If the current sender dies, this job takes over.
    await jobs.send(sql, [
      { name: 'submit-to-warehouse', data: asking, startAfter: outboundRequest },
    ])
    return undefined
  })
}

async function noteAnswer(
  { sql, ports, jobs }: Shop,
  asking: Asking,
  outboundRequest: WarehouseOutboundRequest,
  refusal?: string,
) {
  const at = ports.clock.now()
  const { number, fallen } = asking
  const name = fallen === undefined ? nameOf(asking) : `${nameOf(asking)} ${fallen}`
  await sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (fallen !== undefined && refusal === undefined) {
      if (order) await noteLeftOut(sql, order, { ...asking, fallen }, at)
    } else if (outboundRequest.content && refusal === undefined)
      await saveEvent(sql, { number, type: 'sent-to-warehouse', sourceId: `sent ${name}`, at })
    if (refusal !== undefined) {
      const sourceId = `${outboundRequest.content ? '' : 'cancel '}refused ${name}`
      const event = { number, type: 'warehouse-refused', description: refusal, sourceId, at }
      await saveEvent(sql, event)
    }
    if (order && (outboundRequest.content || fallen !== undefined))
      await createTask(sql, order, asking, refusal)
    const overtaken =
      outboundRequest.content && order?.state === 'cancelled' && refusal === undefined
    if (!overtaken) return finishRequest(sql, outboundRequest)
    await reopenRequest(sql, outboundRequest, at)
    await jobs.send(sql, [{ name: 'submit-to-warehouse', data: asking }])
  })
}

/** Runs once per gift that became unavailable or was stopped, under the order's lock. */
async function noteLeftOut(
  sql: Transaction,
  order: OrderRow,
  { fallen, round = 0 }: Asking & { fallen: string },
  at: Date,
) {
  const { number } = order
  const sourceId = `changed ${fallen}`
  if (await isKnownEvent(sql, order, sourceId)) return
  await reopenForLateEvent(sql, order, 'the warehouse left a gift out late')
  await saveEvent(sql, { number, type: 'changed-at-warehouse', sourceId, at })
  await restockStopped(sql, order, { fallen, round, at })
}

/** An order or change that the warehouse refuses waits until staff resolve the task. */
async function createTask(
  sql: Transaction,
  order: OrderRow,
  asking: Asking,
  refusal: string | undefined,
) {
  const { number, channelId } = order
  const subject = nameOf(asking)
  if (refusal === undefined) return closeTaskFor(sql, 'warehouse-refused', subject)
  await openTaskFor(sql, {
    kind: 'warehouse-refused',
    subject,
    cause: refusal,
    reason: refusal,
    channelId,
    orderNumber: number,
    detail: { asking },
  })
}

/** The lines that the warehouse packs in this round; undefined if none is left. */
function warehouseOrder(order: OrderRow, round: number): WarehouseOrder | undefined {
  const { number, language, person, delivery } = order
  const lines = order.lines.filter(
    (line) =>
      line.deliveryCondition === 'monta' &&
      line.round === round &&
      line.state !== 'cancelled' &&
      !line.isBeingReplaced,
  )
  if (lines.length === 0) return undefined
  const to = destination(delivery, 'monta')
  if (to?.to !== 'address') throw new Error(`order ${number} has parcels and no address`)
  const chosen = delivery.kind === 'home' || delivery.kind === 'pickup' ? delivery.carrier : null
  // The chosen delivery day applied to the first parcel only.
  const carrier = chosen && round > 0 ? { ...chosen, from: null, to: null } : chosen
  return {
    orderNumber: roundName(number, round),
    language,
    person,
    deliverTo: { ...to.address, company: to.company },
    invoiceTo: { ...(ownAddress(delivery) ?? to.address), company: '' },
    carrier,
    lines: lines.map(({ line, sku, quantity, name }) => ({
      id: String(line),
      sku,
      quantity,
      description: name,
    })),
  }
}
