import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { fakeMollie } from '#server/testing/fakes/fake-mollie.ts'
import { molliePayments } from '#server/modules/payments/providers/mollie/mollie-payments.ts'
import { checkBooks } from '#tools/check/check.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { type PaymentPort, ServiceRefused } from '#server/platform/services/service-ports.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let otherProcess: TestShop
/** Runs before the provider answers a request; undefined: nothing. */
let beforeAnswer: ((key: string) => void | Promise<void>) | undefined

beforeAll(async () => {
  shop = await testShop()
  const real = shop.shop.ports.payments
  const interceptedPayments: PaymentPort = {
    ...real,
    create: async (request) => {
      await beforeAnswer?.(request.key)
      return real.create(request)
    },
  }
  otherProcess = await testShop({
    database: shop.database,
    ports: { payments: interceptedPayments },
  })
  // Two processes of one shop, which has one address.
  otherProcess.config.PUBLIC_URL = shop.url
})
afterAll(async () => {
  await otherProcess.stop()
  await shop.shop.jobs.drain()
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const { holderDueTenEuros, choose, stateOf, urls } = samplePayments(() => shop)
const eight = Array.from({ length: 8 }, (_, index) => index)

const startPayment = (holder: TestHolder) =>
  holder.call('createPayment', { amount: '10.00', description: 'Gifts', ...urls() })

const outcomes = async (cartGuid: string) => {
  const rows = await shop.sql<{ outcome: string }[]>`
    select outcome from payment where cart_guid = ${cartGuid} order by created_at`
  return rows.map(({ outcome }) => outcome)
}

it('releases a payment that the provider rejects, and the next attempt starts a new one (PAY-5)', async () => {
  const { holder: sameHolder, gift } = await holderDueTenEuros(1)
  const holder = await otherProcess.logIn(sameHolder.code)
  beforeAnswer = () => {
    throw new ServiceRefused('payments', 'rejected', 'no such method')
  }
  const answers = await Promise.all(eight.map(() => startPayment(holder)))
  for (const answer of answers) expect(answer).toMatchObject({ refused: 'service-down' })
  const [totals] = await shop.sql`
    select available, voucher_balance.reserved, stock.reserved as units
    from voucher_balance, stock where voucher_id = ${sameHolder.voucherId} and sku = ${gift.sku}`
  expect(totals).toEqual({ available: 3, reserved: 0, units: 0 })
  expect(new Set(await outcomes(sameHolder.cartGuid))).toEqual(new Set(['released']))

  beforeAnswer = undefined
  const started = await holder.done('createPayment', { amount: '10.00', ...urls() })
  await choose(started.id, 'paid')
  expect(await stateOf(started.id)).toMatchObject({ outcome: 'ordered', orders: 1, refunds: 0 })
})

it('reserves the last unit for one of eight holders who pay by card, and refuses the others (B42, PAY-3)', async () => {
  const { holder, gift } = await holderDueTenEuros(1)
  const others = await Promise.all(
    eight.slice(1).map(async () => {
      const other = await shop.holder({ points: 3 })
      await other.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
      await other.done('saveAddress', sampleContact)
      return other
    }),
  )
  const input = { amount: '10.00', description: 'Gifts', ...urls() }
  const answers = await Promise.all(
    [holder, ...others].map((buyer) => buyer.call('createPayment', input)),
  )
  expect(answers.filter((answer) => 'paymentUrl' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => refused(answer, 'sold-out'))).toHaveLength(7)
})

it('is found by polling if the provider cannot call the webhook (B40)', async () => {
  const fake = await fakeMollie()
  // A host that looks public but that the provider refuses.
  fake.knobs.refusesAllWebhooks = true
  const logged: string[] = []
  const unreachableShop = await testShop({
    database: shop.database,
    ports: {
      payments: molliePayments({ apiKey: fake.apiKey, baseUrl: fake.url }),
      clock: shop.clock,
    },
    log: { write: (line) => void logged.push(line) },
  })
  unreachableShop.config.PUBLIC_URL = 'https://cadeaus.giftpoint.nl'
  const { holder: sameHolder } = await holderDueTenEuros()
  const holder = await unreachableShop.logIn(sameHolder.code)
  const returnUrl = 'https://cadeaus.giftpoint.nl/confirmation'
  const input = {
    amount: '10.00',
    description: 'Gifts',
    cancelUrl: returnUrl,
    redirectUrl: returnUrl,
  }
  const started = await Promise.all(eight.map(() => holder.done('createPayment', input)))
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
  expect(fake.payments.size).toBe(1)
  expect(logged.join('')).toContain('cannot reach PUBLIC_URL')
  const [first] = started
  fake.setStatus(first?.id ?? '', 'paid')
  shop.clock.advance(70_000)
  while ((await pollDuePayments(unreachableShop.shop)) > 0);
  expect(await stateOf(first?.id ?? '')).toMatchObject({ outcome: 'ordered' })
  await unreachableShop.stop()
  await fake.close()
})

it('does not release a payment that has replaced a rejected one', async () => {
  const { holder: sameHolder } = await holderDueTenEuros()
  const holder = await otherProcess.logIn(sameHolder.code)
  beforeAnswer = async (key) => {
    // The first payment expires before the provider answers, and another device starts a second one meanwhile.
    await shop.sql`update payment set expires_at = now() - interval '1 minute' where key = ${key}`
    beforeAnswer = () => {
      throw new Error('connection lost')
    }
    await startPayment(holder).catch(() => {})
    throw new ServiceRefused('payments', 'rejected', 'no such method')
  }
  expect(await startPayment(holder)).toMatchObject({ refused: 'service-down' })
  expect(await outcomes(sameHolder.cartGuid)).toEqual(['released', 'held'])
  beforeAnswer = undefined
  const started = await holder.done('createPayment', { amount: '10.00', ...urls() })
  expect(await outcomes(sameHolder.cartGuid)).toEqual(['released', 'held'])
  expect(await stateOf(started.id)).toMatchObject({ outcome: 'held', reserved: 3 })
})

it('is refused for an ordered cart, for an amount of zero and after the voucher expired (PAY-1, PAY-5)', async () => {
  const { holder, gift } = await holderDueTenEuros()
  const { id } = await holder.done('createPayment', { amount: '10.00', ...urls() })
  await choose(id, 'paid')
  const repeated = { amount: '10.00', cart_guid: holder.cartGuid, ...urls() }
  expect(await holder.call('createPayment', repeated)).toMatchObject({ refused: 'cart-ordered' })

  const holderWithPoints = await shop.holder({ points: 5 })
  await holderWithPoints.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holderWithPoints.done('saveAddress', sampleContact)
  const nothingDue = { amount: '0.00', ...urls() }
  expect(await holderWithPoints.call('createPayment', nothingDue)).toMatchObject({
    refused: 'nothing-to-pay',
  })

  const { holder: expiredHolder } = await holderDueTenEuros()
  // Without change events, as at the moment of the change.
  await shop.sql`alter table voucher disable trigger voucher_change_event`
  await shop.sql`update voucher set valid_until = now() where id = ${expiredHolder.voucherId}`
  expect(await startPayment(expiredHolder)).toMatchObject({ refused: 'voucher-expired' })
  await shop.sql`alter table voucher enable trigger voucher_change_event`
  expect(await outcomes(expiredHolder.cartGuid)).toEqual([])
})

it('starts a new payment if a different amount is due (PAY-1)', async () => {
  const { holder } = await holderDueTenEuros()
  const first = await holder.done('createPayment', { amount: '10.00', ...urls() })
  await shop.sql`
    insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'grant', 1)`
  expect(await startPayment(holder)).toMatchObject({ refused: 'amount-differs' })
  const second = await holder.done('createPayment', { amount: '5.00', ...urls() })
  expect(second.id).not.toBe(first.id)
  expect(await outcomes(holder.cartGuid)).toEqual(['released', 'held'])
  await choose(second.id, 'paid')
  expect(await stateOf(second.id)).toMatchObject({ outcome: 'ordered', spent: 4, reserved: 0 })
})

it('is cancelled at the provider if the cart changed before the payment got its id (PAY-5)', async () => {
  const { holder: sameHolder, gift } = await holderDueTenEuros()
  const holder = await otherProcess.logIn(sameHolder.code)
  beforeAnswer = async () => {
    await sameHolder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  }
  const { id } = await holder.done('createPayment', { amount: '10.00', ...urls() })
  beforeAnswer = undefined
  expect(await stateOf(id)).toMatchObject({ outcome: 'released', available: 3, reserved: 0 })
  await shop.shop.jobs.drain()
  const [atProvider] = await shop.sql`select state from sandbox_payment where id = ${id}`
  expect(atProvider).toEqual({ state: 'canceled' })
})

it('is released by every change of the cart (PAY-3, PAY-5)', async () => {
  const address = { CountryCode: 'NL', PostalCode: '1012AB', HouseNumber: '12' }
  const changes: ((holder: TestHolder) => Promise<unknown>)[] = [
    (holder) => holder.done('saveAddress', { ...sampleContact, contact_first_name: 'Bo' }),
    async (holder) => {
      const { Timeframes } = await holder.done('deliveryMethods', { Address: address })
      const option = Timeframes.find(({ IsPickupPoint }) => !IsPickupPoint)?.ShippingOptions[0]
      const code = option?.Code ?? ''
      const shipper_code = option?.ShipperCodes[0] ?? ''
      await holder.done('chooseDelivery', { shipper_code, code, service_point_code: '' })
    },
    (holder) => holder.done('logOut', {}),
  ]
  for (const change of changes) {
    const { holder } = await holderDueTenEuros()
    const { id } = await holder.done('createPayment', { amount: '10.00', ...urls() })
    await change(holder)
    expect(await stateOf(id)).toMatchObject({ outcome: 'released', available: 3, reserved: 0 })
  }
})
