import type { z } from 'zod'

import {
  MontaColli,
  MontaEvents,
  MontaOrder,
  MontaStock,
  OrderInvalid,
  ShippingOptionsAnswer,
  usableTimeframes,
  warehouseEvent,
} from '#server/modules/fulfilment/warehouse/monta/monta-responses.ts'
import {
  orderBody,
  shippingOptionsBody,
} from '#server/modules/fulfilment/warehouse/monta/monta-requests.ts'
import {
  basicAuthorization,
  isSuccess,
  type ServiceAnswer,
  type ServiceCall,
  serviceCaller,
  parseResponse,
} from '#server/platform/outbound/service-call.ts'
import { parcelStateOf } from '#domain/fulfilment/parcel-state.ts'
import {
  type Collo,
  type DeliveryPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

export type MontaSettings = {
  user: string
  password: string
  /** The webshop's code at the warehouse. */
  origin: string
  baseUrl?: string
  timeoutMs?: number
}

const ALREADY_EXISTS = 1
const PICKING_STARTED = new Set([17, 18, 19])
const UNKNOWN_ORDER = 23
const EVENTS_AT_ONCE = 500
const PARALLEL_REQUESTS = 5

export function montaDelivery({
  user,
  password,
  origin,
  baseUrl = 'https://api-v6.monta.nl',
  timeoutMs = 10_000,
}: MontaSettings): DeliveryPort {
  const call = serviceCaller({
    service: 'delivery',
    baseUrl,
    headers: { authorization: basicAuthorization(user, password), accept: 'application/json' },
    timeoutMs,
    // Orders may be repeated, too: Monta responds with ALREADY_EXISTS.
    tries: 2,
  })
  return {
    sandbox: false,
    options: async (question) => shippingOptions(call, shippingOptionsBody(origin, question)),
    submit: async (order) => submitOrder(call, orderBody(origin, order)),
    change: async (order) => changeOrder(call, order.orderNumber, orderBody(origin, order)),
    cancel: (orderNumber, note) => cancelOrder(call, orderNumber, note),
    eventsSince: (cursor) => eventsSince(call, cursor),
    tracking: (orderNumber) => tracking(call, orderNumber),
    stock: (skus) => stock(call, skus),
  }
}

const get = (call: ServiceCall, what: string, path: string) => call({ what, method: 'GET', path })

async function shippingOptions(call: ServiceCall, body: object) {
  const what = 'delivery options'
  const answer = await call({ what, method: 'POST', path: '/shippingoptions', body })
  if (!isSuccess(answer)) throw problem(what, answer)
  const { Timeframes } = parseResponse('delivery', what, ShippingOptionsAnswer, answer.body)
  const usable = usableTimeframes(Timeframes)
  if (usable.length > 0 || Timeframes.length === 0) return usable
  throw new ServiceDown('delivery', `${what}: none of ${Timeframes.length} is usable`)
}

async function submitOrder(call: ServiceCall, body: object) {
  const what = 'submit order'
  const answer = await call({ what, method: 'POST', path: '/order', body })
  if (isSuccess(answer) || reasonCodes(answer).includes(ALREADY_EXISTS)) return
  throw problem(what, answer)
}

async function changeOrder(call: ServiceCall, orderNumber: string, body: object) {
  const what = 'change order'
  const path = `/order/${encodeURIComponent(orderNumber)}`
  const answer = await call({ what, method: 'PUT', path, body })
  if (isSuccess(answer)) return
  if (reasonCodes(answer).some((code) => PICKING_STARTED.has(code))) throw tooLate()
  throw problem(what, answer)
}

async function cancelOrder(call: ServiceCall, orderNumber: string, note: string) {
  const what = 'cancel order'
  const answer = await call({
    what,
    method: 'DELETE',
    path: `/order/${encodeURIComponent(orderNumber)}`,
    body: { Note: note },
  })
  if (isSuccess(answer) || answer.status === 404) return
  const codes = reasonCodes(answer)
  if (codes.some((code) => PICKING_STARTED.has(code))) {
    throw tooLate()
  }
  if (!codes.includes(UNKNOWN_ORDER)) throw problem(what, answer)
}

async function eventsSince(call: ServiceCall, cursor: number) {
  const what = 'order events'
  const answer = await get(call, what, `/orderevents/since_id/${cursor}?includeWMSEvents=false`)
  if (!isSuccess(answer)) throw problem(what, answer)
  return parseResponse('delivery', what, MontaEvents, answer.body)
    .map(warehouseEvent)
    .filter(({ id }) => id > cursor)
    .sort((a, b) => a.id - b.id)
    .slice(0, EVENTS_AT_ONCE)
}

async function tracking(call: ServiceCall, orderNumber: string) {
  const what = 'tracking'
  const path = `/order/${encodeURIComponent(orderNumber)}`
  const [order, colli] = await Promise.all([
    get(call, what, path),
    get(call, what, `${path}/colli`),
  ])
  if (order.status === 404) return []
  if (!isSuccess(order)) throw problem(what, order)
  if (!isSuccess(colli) && colli.status !== 404) throw problem(what, colli)

  const montaOrder = parseResponse('delivery', what, MontaOrder, order.body)
  const parcels = isSuccess(colli) ? parseResponse('delivery', what, MontaColli, colli.body) : []
  return parcelsOf(montaOrder, parcels)
}

function parcelsOf(montaOrder: z.output<typeof MontaOrder>, parcels: z.output<typeof MontaColli>) {
  const traces = parcels.some(({ TrackAndTraceCode }) => TrackAndTraceCode)
    ? parcels
    : [{ ...montaOrder, DeliveryStatusCode: '', DeliveryStatusDescription: '', Products: [] }]
  const byCode = new Map<string, Collo>()
  for (const trace of traces) {
    const code = trace.TrackAndTraceCode
    // A parcel listed both under its parent and on its own counts once.
    if (code === '' || byCode.has(code)) continue
    byCode.set(code, {
      code,
      link: trace.TrackAndTraceLink,
      carrier: montaOrder.ShipperDescription,
      state: parcelStateOf(`${trace.DeliveryStatusCode} ${trace.DeliveryStatusDescription}`),
      products: trace.Products.flatMap(({ Sku, Quantity }) => {
        const quantity = Math.trunc(Quantity ?? 0)
        return Sku === '' || quantity <= 0 ? [] : [{ sku: Sku, quantity }]
      }),
    })
  }
  return [...byCode.values()]
}

async function stock(call: ServiceCall, skus: readonly string[]) {
  const found: { sku: string; onHand: number }[] = []
  for (let start = 0; start < skus.length; start += PARALLEL_REQUESTS) {
    const chunk = skus.slice(start, start + PARALLEL_REQUESTS)
    const answers = await Promise.all(chunk.map((sku) => stockOf(call, sku)))
    found.push(...answers.filter((answer) => answer !== undefined))
  }
  return found
}

async function stockOf(call: ServiceCall, sku: string) {
  const what = 'stock'
  // A slash separates path segments even if it is escaped, so such a SKU is sent in the query.
  const path = sku.includes('/')
    ? `/product/stock?${new URLSearchParams({ sku }).toString()}`
    : `/product/${encodeURIComponent(sku)}/stock`
  const answer = await get(call, what, path)
  if (answer.status === 404 || hasNoProducts(answer)) return undefined
  if (!isSuccess(answer)) throw problem(what, answer)
  const { StockAvailable = 0 } = parseResponse('delivery', what, MontaStock, answer.body)
  return { sku, onHand: Math.max(0, Math.trunc(StockAvailable)) }
}

const tooLate = () =>
  new ServiceRefused('delivery', 'too-late', 'The warehouse has already started this order')

function reasonCodes({ status, body }: ServiceAnswer) {
  const result = OrderInvalid.safeParse(body)
  if (status !== 400 || !result.success) return []
  return result.data.OrderInvalidReasons.map(({ Code }) => Code)
}

function hasNoProducts({ status, body }: ServiceAnswer) {
  return status === 400 && /zero products found/i.test(JSON.stringify(body))
}

function problem(what: string, { status, body }: ServiceAnswer) {
  if (status !== 400) return new ServiceDown('delivery', `${what}: answered ${status}`)
  const { data } = OrderInvalid.safeParse(body)
  const reasons = data?.OrderInvalidReasons.map(({ Code, Message }) => `${Code} ${Message}`)
  return new ServiceRefused('delivery', 'rejected', `${what}: ${reasons?.join('; ') ?? 'refused'}`)
}
