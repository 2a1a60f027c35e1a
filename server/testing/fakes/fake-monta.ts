import { fakeTimeframes } from '#server/testing/fakes/fake-monta-timeframes.ts'
import {
  type FakeAnswer,
  type FakeRequest,
  field,
  hasBasicAuthorization,
  startFakeService,
} from '#server/testing/fakes/fake-service.ts'

export type FakeMonta = Awaited<ReturnType<typeof fakeMonta>>

type FakeOrder = { json: unknown; events: string[]; deleted: boolean; traces: FakeTrace[] }
type FakeTrace = {
  code: string
  link: string
  status?: string
  products?: { Sku: string; Quantity: number }[]
}
type FakeEvent = {
  Id: number
  WebshopOrderId: string
  TypeCode: string
  TypeId: number
  Description: string
  Occured: string
  Created: string
  EorderID: number
}

/** Monta's REST API as far as the shop uses it. */
export async function fakeMonta({ user = 'fake-user', password = 'fake-password' } = {}) {
  const orders = new Map<string, FakeOrder>()
  const events: FakeEvent[] = []
  const stock = new Map<string, number>()
  const knobs = { noPickupPoints: false, nullTimes: false, missingHouseNumber: false }

  const service = await startFakeService((request) => {
    if (!hasBasicAuthorization(request, user, password)) {
      return { status: 401, body: { title: 'Unauthorized', status: 401 } }
    }
    return route(request)
  })

  function route(request: FakeRequest): FakeAnswer {
    const { method, segments, json, query } = request
    const [resource, id = '', part] = segments
    if (resource === 'shippingoptions' && method === 'POST') return options(json)
    if (resource === 'orderevents' && id === 'since_id') {
      const cursor = Number(part)
      return { status: 200, body: events.filter((event) => event.Id > cursor) }
    }
    if (resource === 'product' && id === 'stock') return stockOf(query.get('sku') ?? '')
    if (resource === 'product' && part === 'stock') return stockOf(id)
    if (resource !== 'order') return { status: 404, body: 'No such resource' }
    if (method === 'POST' && segments.length === 1) return create(json)
    if (method === 'PUT') return change(id, json)
    if (method === 'DELETE') return remove(id)
    return part === 'colli' ? colli(id) : read(id)
  }

  function options(json: unknown): FakeAnswer {
    if (typeof field(json, 'Address', 'PostalCode') !== 'string') {
      return { status: 400, body: { title: 'The Address is required', status: 400 } }
    }
    const frames = fakeTimeframes(json, knobs)
    return {
      status: 200,
      body: { Warnings: [], Timeframes: frames, ImpossibleShipperOptions: [], Notices: [] },
    }
  }

  function create(json: unknown): FakeAnswer {
    const id = field(json, 'WebshopOrderId')
    if (typeof id !== 'string' || id === '') return reasons(2, 'The Webshop Order ID is missing')
    if (orders.has(id)) return reasons(1, 'An order with that Webshop Order ID already exists')
    const addressField = (name: string) => field(json, 'ConsumerDetails', 'DeliveryAddress', name)
    if (!addressField('LastName') && !addressField('Company'))
      return reasons(5, 'Company or LastName is required')
    if (!addressField('PostalCode') || !addressField('HouseNumber'))
      return reasons(6, 'The address is incomplete')
    orders.set(id, { json, events: [], deleted: false, traces: [] })
    addEvent(id, 'RECEIVED')
    return { status: 201, body: { WebshopOrderId: id } }
  }

  function change(id: string, json: unknown): FakeAnswer {
    const order = orders.get(id)
    if (!order || order.deleted) return reasons(23, `No orders found for webshop order id ${id}`)
    if (field(json, 'WebshopOrderId') !== id) return reasons(2, 'Another Webshop Order ID')
    if (order.events.includes('SHIPPED')) return reasons(19, 'The order has been shipped')
    if (order.events.includes('PICKED')) return reasons(17, 'Picking has started')
    order.json = json
    return { status: 200, body: { WebshopOrderId: id } }
  }

  function remove(id: string): FakeAnswer {
    const order = orders.get(id)
    if (!order) return reasons(23, `No orders found for webshop order id ${id}`)
    if (order.events.includes('SHIPPED')) return reasons(19, 'The order has been shipped')
    if (order.events.includes('PICKED')) return reasons(18, 'Picking has started')
    if (!order.deleted) addEvent(id, 'DELETED')
    order.deleted = true
    return { status: 204 }
  }

  function read(id: string): FakeAnswer {
    const order = orders.get(id)
    if (!order) return { status: 404, body: `Order ${id} not found` }
    const [trace] = order.traces
    return {
      status: 200,
      body: {
        WebshopOrderId: id,
        Received: true,
        Deleted: order.deleted,
        Shipped: order.events.includes('SHIPPED'),
        ...(trace && { TrackAndTraceCode: trace.code, TrackAndTraceLink: trace.link }),
        ...(trace && { ShipperDescription: 'PostNL' }),
      },
    }
  }

  function colli(id: string): FakeAnswer {
    const order = orders.get(id)
    if (!order) return { status: 404, body: `Order ${id} not found` }
    const body = order.traces.map(({ code, link, status, products = [] }, index) => ({
      Number: index + 1,
      TrackAndTraceCode: code,
      TrackAndTraceLink: link,
      IsParent: false,
      ...(status && { DeliveryStatusCode: status, DeliveryStatusDescription: status }),
      Products: products,
    }))
    return { status: 200, body }
  }

  function stockOf(sku: string): FakeAnswer {
    const onHand = stock.get(sku)
    if (onHand === undefined) {
      return { status: 404, body: { Message: `Zero products found with sku ${sku}` } }
    }
    // Like the real service, it omits empty values.
    return {
      status: 200,
      body: { StockAll: onHand, ...(onHand > 0 ? { StockAvailable: onHand } : {}) },
    }
  }

  function addEvent(id: string, type: string) {
    const order = orders.get(id)
    if (!order) throw new Error(`The fake knows no order ${id}`)
    order.events.push(type)
    const now = new Date().toISOString()
    events.push({
      Id: 1001 + events.length,
      WebshopOrderId: id,
      TypeCode: type,
      TypeId: 1,
      Description: `Order ${type.toLowerCase()}`,
      Occured: now,
      Created: now,
      EorderID: 500,
    })
  }

  return {
    ...service,
    user,
    password,
    orders,
    events,
    stock,
    knobs,
    addEvent,
    ship(id: string, ...traces: FakeTrace[]) {
      orders.get(id)?.traces.push(...traces)
      addEvent(id, 'SHIPPED')
    },
  }
}

function reasons(code: number, message: string): FakeAnswer {
  return { status: 400, body: { OrderInvalidReasons: [{ Code: code, Message: message }] } }
}
