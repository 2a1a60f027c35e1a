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
  shop.jobs.handle('submit-to-warehouse', (data) => submitToWarehouse(shop, data))
  shop.jobs.handle('find-parcels', (data) => findParcels(shop, data))
}

/** Submits an order after its undo window to the warehouse, suppliers and code issuers, in one transaction. */
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

    const lines = order.lines.filter((line) => canMoveOrder(line.state, 'released'))
    // The lines first, because notifications about the order include them.
    await saveLineStates(
      sql,
      number,
      lines.map(({ line }) => line),
      'released',
    )
    await saveOrderState(sql, number, 'released')
    await saveEvent(sql, { number, type: 'released', at: now })

    await sendForLines(shop, sql, order, { lines, round: 0 })
  })
}

/**
 * `round`: the fulfilment attempt. `fallen`: a gift that has become unavailable since, so the submitted order is
 * changed. Without it the complete order is submitted.
 */
type Submission = JobData['submit-to-warehouse']

/**
 * Submits an order to the warehouse in three steps, each safe to be interrupted after: acquire, under the order's
 * lock; send, without an open transaction (idempotent: the attempt's name is the warehouse's key); save the response.
 * An order that is cancelled in between, or after a process died, is cancelled at the warehouse, or the parcel would
 * still leave. An unavailable gift is removed from the submitted order.
 */
export async function submitToWarehouse(shop: Shop, job: string | Submission) {
  const submission = typeof job === 'string' ? { number: job } : job
  const request = await acquireSubmission(shop, submission)
  if (!request) return
  const { delivery } = shop.ports
  try {
    if (!request.content) await delivery.cancel(nameOf(submission), 'Cancelled by the shop')
    else if (submission.fallen === undefined) await delivery.submit(request.content)
    else await delivery.change(request.content)
    await saveResponse(shop, submission, request)
  } catch (error) {
    if (!(error instanceof ServiceRefused)) {
      await releaseRequest(shop.sql, request, shop.ports.clock.now()).catch(() => {})
      throw error
    }
    shop.log.error({ err: error, order: submission.number }, 'warehouse rejected order')
    await saveResponse(shop, submission, request, error.message)
  }
}

const nameOf = ({ number, round = 0 }: Submission) => roundName(number, round)
const requestName = (submission: Submission) => `submit ${nameOf(submission)}`

/** The request to the warehouse. Without content it deletes the order there. */
type WarehouseRequest = OutboundRequest & { content: WarehouseOrder | undefined }

async function acquireSubmission({ sql, ports, jobs }: Shop, submission: Submission) {
  const { number, round = 0, fallen } = submission
  return sql.begin(async (sql): Promise<WarehouseRequest | undefined> => {
    const order = await lockOrder(sql, number)
    if (!order || order.state === 'placed') return undefined
    const content = order.state === 'cancelled' ? undefined : warehouseOrder(order, round)
    const [history] = await sql<{ requested: boolean; sent: boolean; changed: boolean }[]>`
      select exists (select from outbound_request where name = ${requestName(submission)}) as requested,
        exists (select from order_event where source_id = ${`sent ${nameOf(submission)}`} and month = ${order.month}) as sent,
        exists (select from order_event where source_id = ${`changed ${fallen ?? ''}`} and month = ${order.month}) as changed`
    if (fallen === undefined) {
      // Nothing to submit that was not submitted before, and nothing to delete.
      if (content ? history?.sent && !history.requested : !history?.requested) return undefined
    } else if (history?.changed) return undefined
    else if (!(history?.sent || history?.requested)) {
      // The warehouse never got the order, so the credited units are still in stock.
      if (isStopOfCredit(fallen))
        await saveLeftOut(sql, order, { number, round, fallen }, ports.clock.now())
      return undefined
    }
    const request = await acquireOutboundRequest(sql, requestName(submission), ports.clock.now())
    if ('holder' in request) return { ...request, content }
    // If the current sender dies, this job takes over.
    await jobs.send(sql, [{ name: 'submit-to-warehouse', data: submission, startAfter: request }])
    return undefined
  })
}

async function saveResponse(
  { sql, ports, jobs }: Shop,
  submission: Submission,
  request: WarehouseRequest,
  refusal?: string,
) {
  const at = ports.clock.now()
  const { number, fallen } = submission
  const name = fallen === undefined ? nameOf(submission) : `${nameOf(submission)} ${fallen}`
  await sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (fallen !== undefined && refusal === undefined) {
      if (order) await saveLeftOut(sql, order, { ...submission, fallen }, at)
    } else if (request.content && refusal === undefined)
      await saveEvent(sql, { number, type: 'sent-to-warehouse', sourceId: `sent ${name}`, at })
    if (refusal !== undefined) {
      const sourceId = `${request.content ? '' : 'cancel '}refused ${name}`
      const event = { number, type: 'warehouse-refused', description: refusal, sourceId, at }
      await saveEvent(sql, event)
    }
    if (order && (request.content || fallen !== undefined))
      await updateRefusalTask(sql, order, submission, refusal)
    const isCancelledSince =
      request.content && order?.state === 'cancelled' && refusal === undefined
    if (!isCancelledSince) return finishRequest(sql, request)
    await reopenRequest(sql, request, at)
    await jobs.send(sql, [{ name: 'submit-to-warehouse', data: submission }])
  })
}

/** Runs once per gift that became unavailable or was stopped, under the order's lock. */
async function saveLeftOut(
  sql: Transaction,
  order: OrderRow,
  { fallen, round = 0 }: Submission & { fallen: string },
  at: Date,
) {
  const { number } = order
  const sourceId = `changed ${fallen}`
  if (await isKnownEvent(sql, order, sourceId)) return
  await reopenForLateEvent(sql, order, 'the warehouse left a gift out late')
  await saveEvent(sql, { number, type: 'changed-at-warehouse', sourceId, at })
  await restockStopped(sql, order, { fallen, round, at })
}

/** Opens a task if the warehouse refused the order or change, and closes it otherwise. */
async function updateRefusalTask(
  sql: Transaction,
  order: OrderRow,
  submission: Submission,
  refusal: string | undefined,
) {
  const { number, channelId } = order
  const subject = nameOf(submission)
  if (refusal === undefined) return closeTaskFor(sql, 'warehouse-refused', subject)
  await openTaskFor(sql, {
    kind: 'warehouse-refused',
    subject,
    cause: refusal,
    reason: refusal,
    channelId,
    orderNumber: number,
    detail: { asking: submission },
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
