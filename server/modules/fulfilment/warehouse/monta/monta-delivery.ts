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
  serviceCaller,
  understood,
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
const PICKING_BEGAN = new Set([17, 18, 19])
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
    // Safe for orders too: a repeated order is answered with ALREADY_EXISTS.
    tries: 2,
  })
  const get = (what: string, path: string) => call({ what, method: 'GET', path })

  async function stockOf(sku: string) {
    const what = 'stock'
    // A slash separates path segments even if it is escaped, so such a SKU is sent in the query.
    const path = sku.includes('/')
      ? `/product/stock?${new URLSearchParams({ sku }).toString()}`
      : `/product/${encodeURIComponent(sku)}/stock`
    const answer = await get(what, path)
    if (answer.status === 404 || hasNoProducts(answer)) return undefined
    if (!isSuccess(answer)) throw problem(what, answer)
    const { StockAvailable = 0 } = understood('delivery', what, MontaStock, answer.body)
    return { sku, onHand: Math.max(0, Math.trunc(StockAvailable)) }
  }

  return {
    sandbox: false,

    async options(question) {
      const what = 'delivery options'
      const body = shippingOptionsBody(origin, question)
      const answer = await call({ what, method: 'POST', path: '/shippingoptions', body })
      if (!isSuccess(answer)) throw problem(what, answer)
      const { Timeframes } = understood('delivery', what, ShippingOptionsAnswer, answer.body)
      const usable = usableTimeframes(Timeframes)
      if (usable.length > 0 || Timeframes.length === 0) return usable
      throw new ServiceDown('delivery', `${what}: none of ${Timeframes.length} is usable`)
    },

    async submit(order) {
      const what = 'submit order'
      const body = orderBody(origin, order)
      const answer = await call({ what, method: 'POST', path: '/order', body })
      if (isSuccess(answer) || reasonCodes(answer).includes(ALREADY_EXISTS)) return
      throw problem(what, answer)
    },

    async change(order) {
      const what = 'change order'
      const path = `/order/${encodeURIComponent(order.orderNumber)}`
      const answer = await call({ what, method: 'PUT', path, body: orderBody(origin, order) })
      if (isSuccess(answer)) return
      if (reasonCodes(answer).some((code) => PICKING_BEGAN.has(code))) throw tooLate()
      throw problem(what, answer)
    },

    async cancel(orderNumber, note) {
      const what = 'cancel order'
      const answer = await call({
        what,
        method: 'DELETE',
        path: `/order/${encodeURIComponent(orderNumber)}`,
        body: { Note: note },
      })
      if (isSuccess(answer) || answer.status === 404) return
      const codes = reasonCodes(answer)
      if (codes.some((code) => PICKING_BEGAN.has(code))) {
        throw tooLate()
      }
      if (!codes.includes(UNKNOWN_ORDER)) throw problem(what, answer)
    },

    async eventsSince(cursor) {
      const what = 'order events'
      const answer = await get(what, `/orderevents/since_id/${cursor}?includeWMSEvents=false`)
      if (!isSuccess(answer)) throw problem(what, answer)
      return understood('delivery', what, MontaEvents, answer.body)
        .map(warehouseEvent)
        .filter(({ id }) => id > cursor)
        .sort((a, b) => a.id - b.id)
        .slice(0, EVENTS_AT_ONCE)
    },

    async tracking(orderNumber) {
      const what = 'tracking'
      const path = `/order/${encodeURIComponent(orderNumber)}`
      const [order, colli] = await Promise.all([get(what, path), get(what, `${path}/colli`)])
      if (order.status === 404) return []
      if (!isSuccess(order)) throw problem(what, order)
      if (!isSuccess(colli) && colli.status !== 404) throw problem(what, colli)

      const montaOrder = understood('delivery', what, MontaOrder, order.body)
      const parcels = isSuccess(colli) ? understood('delivery', what, MontaColli, colli.body) : []
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
    },

    async stock(skus) {
      const found: { sku: string; onHand: number }[] = []
      for (let start = 0; start < skus.length; start += PARALLEL_REQUESTS) {
        const answers = await Promise.all(skus.slice(start, start + PARALLEL_REQUESTS).map(stockOf))
        found.push(...answers.filter((answer) => answer !== undefined))
      }
      return found
    },
  }
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
