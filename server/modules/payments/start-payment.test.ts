import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { fakeMollie } from '#server/testing/fakes/fake-mollie.ts'
import { molliePayments } from '#server/modules/payments/providers/mollie/mollie-payments.ts'
import { checkBooks } from '#tools/check/check.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { type PaymentPort, ServiceRefused } from '#server/platform/services/service-ports.ts'
import { someone, type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let strict: TestShop
/** What the provider does before it answers; undefined: nothing out of the ordinary. */
let objection: ((key: string) => void | Promise<void>) | undefined

beforeAll(async () => {
  shop = await testShop()
  const real = shop.shop.ports.payments
  const objecting: PaymentPort = {
    ...real,
    create: async (ask) => {
      await objection?.(ask.key)
      return real.create(ask)
    },
  }
  strict = await testShop({ database: shop.database, ports: { payments: objecting } })
  // Two processes of one shop, which has one address.
  strict.config.PUBLIC_URL = shop.url
})
afterAll(async () => {
  await strict.stop()
  await shop.shop.jobs.drain()
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const { holderDueTenEuros, choose, standing, urls } = samplePayments(() => shop)
const eight = Array.from({ length: 8 }, (_, index) => index)

const ask = (holder: TestHolder) =>
  holder.call('createPayment', { amount: '10.00', description: 'Gifts', ...urls() })

const outcomes = async (cartGuid: string) => {
  const rows = await shop.sql<{ outcome: string }[]>`
    select outcome from payment where cart_guid = ${cartGuid} order by created_at`
  return rows.map(({ outcome }) => outcome)
}

it('lets a payment go that the provider refuses to make; the next try makes a new one (PAY-5)', async () => {
  const { holder: there, gift } = await holderDueTenEuros(1)
  const holder = await strict.logIn(there.code)
  objection = () => {
    throw new ServiceRefused('payments', 'rejected', 'no such method')
  }
  const answers = await Promise.all(eight.map(() => ask(holder)))
  for (const answer of answers) expect(answer).toMatchObject({ refused: 'service-down' })
  const [left] = await shop.sql`
    select available, voucher_balance.reserved, stock.reserved as pieces
    from voucher_balance, stock where voucher_id = ${there.voucherId} and sku = ${gift.sku}`
  expect(left).toEqual({ available: 3, reserved: 0, pieces: 0 })
  expect(new Set(await outcomes(there.cartGuid))).toEqual(new Set(['released']))

  objection = undefined
  const made = await holder.done('createPayment', { amount: '10.00', ...urls() })
  await choose(made.id, 'paid')
  expect(await standing(made.id)).toMatchObject({ outcome: 'ordered', orders: 1, refunds: 0 })
})

it('sets the last piece aside for one of eight who pay by card, and tells the others (B42, PAY-3)', async () => {
  const { holder, gift } = await holderDueTenEuros(1)
  const others = await Promise.all(
    eight.slice(1).map(async () => {
      const other = await shop.holder({ points: 3 })
      await other.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
      await other.done('saveAddress', someone)
      return other
    }),
  )
  const input = { amount: '10.00', description: 'Gifts', ...urls() }
  const answers = await Promise.all(
    [holder, ...others].map((one) => one.call('createPayment', input)),
  )
  expect(answers.filter((answer) => 'paymentUrl' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => refused(answer, 'sold-out'))).toHaveLength(7)
})

it('is paid although the provider cannot reach us: the poller hears of it (B40)', async () => {
  const fake = await fakeMollie()
  // A host that looks public but that the provider refuses.
  fake.knobs.refusesAllWebhooks = true
  const logged: string[] = []
  const cut = await testShop({
    database: shop.database,
    ports: {
      payments: molliePayments({ apiKey: fake.apiKey, baseUrl: fake.url }),
      clock: shop.clock,
    },
    log: { write: (line) => void logged.push(line) },
  })
  cut.config.PUBLIC_URL = 'https://cadeaus.giftpoint.nl'
  const { holder: there } = await holderDueTenEuros()
  const holder = await cut.logIn(there.code)
  const home = 'https://cadeaus.giftpoint.nl/confirmation'
  const input = { amount: '10.00', description: 'Gifts', cancelUrl: home, redirectUrl: home }
  const made = await Promise.all(eight.map(() => holder.done('createPayment', input)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(fake.payments.size).toBe(1)
  expect(logged.join('')).toContain('cannot reach PUBLIC_URL')
  const [first] = made
  fake.setStatus(first?.id ?? '', 'paid')
  shop.clock.advance(70_000)
  while ((await pollDuePayments(cut.shop)) > 0);
  expect(await standing(first?.id ?? '')).toMatchObject({ outcome: 'ordered' })
  await cut.stop()
  await fake.close()
})

it('leaves a payment alone that took the place of a refused one', async () => {
  const { holder: there } = await holderDueTenEuros()
  const holder = await strict.logIn(there.code)
  objection = async (key) => {
    // Time runs out for this one while the provider thinks; another device asks, and has not been answered yet.
    await shop.sql`update payment set expires_at = now() - interval '1 minute' where key = ${key}`
    objection = () => {
      throw new Error('the line went dead')
    }
    await ask(holder).catch(() => {})
    throw new ServiceRefused('payments', 'rejected', 'no such method')
  }
  expect(await ask(holder)).toMatchObject({ refused: 'service-down' })
  expect(await outcomes(there.cartGuid)).toEqual(['released', 'held'])
  objection = undefined
  const made = await holder.done('createPayment', { amount: '10.00', ...urls() })
  expect(await outcomes(there.cartGuid)).toEqual(['released', 'held'])
  expect(await standing(made.id)).toMatchObject({ outcome: 'held', reserved: 3 })
})

it('is begun for nothing that cannot be paid any more (PAY-1, PAY-5)', async () => {
  const { holder, gift } = await holderDueTenEuros()
  const { id } = await holder.done('createPayment', { amount: '10.00', ...urls() })
  await choose(id, 'paid')
  const again = { amount: '10.00', cart_guid: holder.cartGuid, ...urls() }
  expect(await holder.call('createPayment', again)).toMatchObject({ refused: 'cart-ordered' })

  const rich = await shop.holder({ points: 5 })
  await rich.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await rich.done('saveAddress', someone)
  const nothing = { amount: '0.00', ...urls() }
  expect(await rich.call('createPayment', nothing)).toMatchObject({ refused: 'nothing-to-pay' })

  const { holder: ended } = await holderDueTenEuros()
  // Untold: as for who asks at the very moment.
  await shop.sql`alter table voucher disable trigger voucher_change_event`
  await shop.sql`update voucher set valid_until = now() where id = ${ended.voucherId}`
  expect(await ask(ended)).toMatchObject({ refused: 'voucher-expired' })
  await shop.sql`alter table voucher enable trigger voucher_change_event`
  expect(await outcomes(ended.cartGuid)).toEqual([])
})

it('starts a new payment if a different amount is due (PAY-1)', async () => {
  const { holder } = await holderDueTenEuros()
  const first = await holder.done('createPayment', { amount: '10.00', ...urls() })
  await shop.sql`
    insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'grant', 1)`
  expect(await ask(holder)).toMatchObject({ refused: 'amount-differs' })
  const second = await holder.done('createPayment', { amount: '5.00', ...urls() })
  expect(second.id).not.toBe(first.id)
  expect(await outcomes(holder.cartGuid)).toEqual(['released', 'held'])
  await choose(second.id, 'paid')
  expect(await standing(second.id)).toMatchObject({ outcome: 'ordered', spent: 4, reserved: 0 })
})

it('is cancelled over there when the cart moved on before it had a name (PAY-5)', async () => {
  const { holder: there, gift } = await holderDueTenEuros()
  const holder = await strict.logIn(there.code)
  objection = async () => {
    await there.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  }
  const { id } = await holder.done('createPayment', { amount: '10.00', ...urls() })
  objection = undefined
  expect(await standing(id)).toMatchObject({ outcome: 'released', available: 3, reserved: 0 })
  await shop.shop.jobs.drain()
  const [kept] = await shop.sql`select state from sandbox_payment where id = ${id}`
  expect(kept).toEqual({ state: 'canceled' })
})

it('is let go by whatever changes the cart (PAY-3, PAY-5)', async () => {
  const address = { CountryCode: 'NL', PostalCode: '1012AB', HouseNumber: '12' }
  const changes: ((holder: TestHolder) => Promise<unknown>)[] = [
    (holder) => holder.done('saveAddress', { ...someone, contact_first_name: 'Bo' }),
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
    expect(await standing(id)).toMatchObject({ outcome: 'released', available: 3, reserved: 0 })
  }
})
