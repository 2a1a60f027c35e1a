import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { choosePorts } from '#server/app/services/choose-services.ts'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import type { SandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { startFakeService } from '#server/testing/fakes/fake-service.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'
import { deliverWebhooks } from '#server/modules/webhooks/deliver-webhooks.timer.ts'

type Outside = Omit<Ports, 'clock'>
/** Every call to an external service: a new call does not compile without an entry here. */
const EXPECTED_CALLS: {
  [Service in keyof Outside]: Record<
    Exclude<keyof Outside[Service], 'sandbox' | 'provider' | 'refusalOf' | 'close'>,
    boolean
  >
} = {
  // Payouts are read only with an organisation token, which the sandbox does not have.
  payments: {
    create: true,
    find: true,
    cancel: true,
    refund: true,
    stopRefund: true,
    settlements: false,
  },
  // The shop counts its own stock and never requests it from the warehouse.
  delivery: {
    options: true,
    submit: true,
    change: true,
    cancel: true,
    eventsSince: true,
    tracking: true,
    stock: false,
  },
  addresses: { autocomplete: true, details: true, validate: true },
  mailer: { send: true },
  webhooks: { post: true },
}

let database: TestDatabase
let shop: TestShop
let ports: Ports
/** Every call to an external service, with the number of transactions open at that moment. */
const openTransactions = new Map<string, number>()

beforeAll(async () => {
  database = await testDatabase('template_world')
  ports = choosePorts({
    config: readConfig({ PORT: '0' }),
    sql: database.sql,
    clock: { now: () => shop.clock.now() },
    callWebhook: async () => {},
  })
  shop = await testShop({
    database,
    ports: {
      payments: recordTransactions('payments', ports.payments),
      delivery: recordTransactions('delivery', ports.delivery),
      addresses: recordTransactions('addresses', ports.addresses),
      mailer: recordTransactions('mailer', ports.mailer),
      webhooks: recordTransactions('webhooks', ports.webhooks),
    },
  })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})

/** The same, silent until all connections of the database have been looked at. */
function recordTransactions<Port extends object>(service: keyof Outside, port: Port): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function' || !(name in EXPECTED_CALLS[service])) return member
      return async (...args: unknown[]) => {
        // Other transactions end on their own; a transaction of the caller stays open as long as this call waits.
        const open = await vi
          .waitFor(expectNoTransaction, { timeout: 30_000 })
          .catch((error: Error) => Number(error.message))
        const call = `${service}.${String(name)}`
        openTransactions.set(call, Math.max(openTransactions.get(call) ?? 0, open))
        return Reflect.apply(member, target, args) as unknown
      }
    },
  })
}

async function expectNoTransaction(): Promise<0> {
  const [row] = await database.sql<{ open: number }[]>`
    select count(*)::integer as open from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
  if (row?.open === 0) return 0
  throw new Error(String(row?.open))
}

const advanceMinutes = (minutes: number) => shop.clock.advance(minutes * 60_000)
const searchHeaders = { headers: { 'X-Autocomplete-Session': randomUUID() } }

async function startPayment(holder: TestHolder) {
  const { spliId } = await shop.gift({ points: 12, inStock: 9 })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  const { Timeframes } = await holder.done('deliveryMethods', {
    Address: { CountryCode: 'NL', PostalCode: '1012AB', HouseNumber: '12' },
  })
  const frame = Timeframes.find(({ IsPickupPoint }) => !IsPickupPoint)
  const [option] = frame?.ShippingOptions ?? []
  await holder.done('chooseDelivery', {
    shipper_code: option?.ShipperCodes[0] ?? '',
    code: option?.Code ?? '',
    from: frame?.From ?? null,
    service_point_code: '',
  })
  const { response } = await holder.done('readCart', {})
  return holder.done('createPayment', {
    amount: response.totals.amount_due,
    cancelUrl: `${shop.url}/checkout`,
    redirectUrl: `${shop.url}/confirmation?extra_payments=1`,
  })
}

async function pay(holder: TestHolder) {
  const { id } = await startPayment(holder)
  await (ports.payments as SandboxPayments).choose(id, 'paid')
  const { response } = await holder.done('convertCart', {
    payment_method: 'MOL',
    cart_guid: holder.cartGuid,
  })
  return response.order_number
}

it('calls no outside service while a transaction is open, on any route (B49)', async () => {
  const holder = await shop.holder({ points: 10 })
  const { matches } = await holder.done(
    'searchAddress',
    { context: 'nld', term: 'Zilverkade 12', language: 'nl' },
    searchHeaders,
  )
  await holder.call('addressDetails', { context: matches[0]?.context ?? '' }, searchHeaders)

  // An abandoned payment, then one that becomes an order and is cancelled with a refund.
  await startPayment(holder)
  const { response } = await holder.done('readCart', {})
  await holder.done('changeCart', {
    spli_id: response.shopping_cart_items[0]?.spli_id ?? '',
    quantity: 1,
  })
  await shop.shop.jobs.drain()
  const cancellingHolder = await shop.holder({ points: 10 })
  const cancelled = await pay(cancellingHolder)
  await cancellingHolder.done('cancelOrder', { order_number: cancelled })
  await shop.shop.jobs.drain()
  // The bank takes the same money back before that has left.
  const [paid] = await shop.sql<{ id: string; key: string; cents: number }[]>`
    select id, key, cents from payment where order_number = ${cancelled}`
  if (!paid) throw new Error('it was paid')
  await (ports.payments as SandboxPayments).chargeBack(paid.id, paid.cents)
  await reconcilePayment(shop.shop, paid.key)
  await shop.shop.jobs.drain()

  // One order that is packed and sent, and one that is cancelled while the warehouse has it.
  const sentNumber = await pay(await shop.holder({ points: 10 }))
  advanceMinutes(30)
  await shop.shop.jobs.drain({ includeScheduled: true })
  while ((await readWarehouseFeed(shop.shop)) > 0);
  // As after one of its gifts became unavailable.
  await shop.sql.begin((sql) =>
    shop.shop.jobs.send(sql, [
      { name: 'submit-to-warehouse', data: { number: sentNumber, fallen: 'one' } },
    ]),
  )
  await shop.shop.jobs.drain({ includeScheduled: true })
  await (ports.delivery as SandboxDelivery).advance(sentNumber, 'SHIPPED')
  while ((await readWarehouseFeed(shop.shop)) > 0);
  await shop.sql`update orders set state = 'cancelled' where number = ${sentNumber}`
  await shop.sql`
    insert into outbound_request (name, holder, until) values (${`submit ${sentNumber}`}, ${randomUUID()}, ${shop.clock.now()})`
  await shop.sql.begin((sql) =>
    shop.shop.jobs.send(sql, [{ name: 'submit-to-warehouse', data: { number: sentNumber } }]),
  )
  await shop.shop.jobs.drain({ includeScheduled: true })

  const listener = await startFakeService(() => ({ status: 200 }))
  const owner = await staffClient(shop)
  await owner.signIn()
  const fields = { name: 'Books', url: listener.url, kinds: ['order.placed'], channels: [] }
  const added = await owner.request('POST', '/backoffice/api/webhooks', fields)
  const { id } = await jsonOf<{ id: string }>(added)
  await owner.request('POST', `/backoffice/api/webhooks/${id}/test`)
  await deliverWebhooks(shop.shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER))
  await listener.close()

  const expectedCalls = Object.entries(EXPECTED_CALLS).flatMap(([service, calls]) =>
    Object.entries(calls).flatMap(([name, isExpected]) => (isExpected ? `${service}.${name}` : [])),
  )
  expect([...openTransactions.keys()].sort()).toEqual(expectedCalls.sort())
  expect([...openTransactions].filter(([, open]) => open > 0)).toEqual([])
}, 240_000)
