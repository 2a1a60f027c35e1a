import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProviderRefundState } from '#domain/payments/refund-state.ts'
import { paymentFakes } from '#server/testing/fakes/payment-fakes.ts'
import type { SandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { checkBooks } from '#tools/check/check.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { sendRefund } from '#server/modules/payments/send-refund.ts'
import {
  type PaymentPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { pidOf, waitsAtALock } from '#server/testing/database/waits-for-lock.ts'

/** Actions at the provider, in both implementations. */
type Provider = {
  payments?: PaymentPort
  paid(id: string): Promise<void>
  moved(refundId: string, to: ProviderRefundState): Promise<void>
  givenBack(id: string, cents: number): Promise<void>
  chargedBack(id: string, cents: number): Promise<string>
  reversed(chargebackId: string): Promise<void>
  close(): Promise<void>
}
type Wrapper = (real: PaymentPort) => PaymentPort

/** The shop's own sandbox, which sends its webhooks automatically. */
async function sandbox(): Promise<Provider> {
  const port = () => shop.shop.ports.payments as SandboxPayments
  return {
    paid: (id) => pay(id),
    moved: (refundId, to) => port().moveRefund(refundId, to),
    givenBack: async (id, cents) => void (await port().refundAtProvider(id, cents)),
    chargedBack: (id, cents) => port().chargeBack(id, cents),
    reversed: (id) => port().reverseChargeback(id),
    close: async () => {},
  }
}

let shop: TestShop
const logged: string[] = []
const { holderDueTenEuros, payment, webhook, pay, standing, keyOf } = samplePayments(() => shop)
const eight = Array.from({ length: 8 }, (_, index) => index)

async function poll(days = 1) {
  shop.clock.advance(days * 24 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
}

/** A second after the last question, so that the notification is handled at once. */
async function notify(id: string) {
  shop.clock.advance(1000)
  expect((await webhook(id)).status).toBe(200)
}

const refundsOf = (id: string) => shop.sql<
  { key: string; state: string; cents: number; reason: string; provider_id: string }[]
>`
  select refund.* from refund join payment on payment.key = payment_key
  where payment.id = ${id} order by refund.created_at, refund.key`

async function findingsAbout(id: string) {
  const keys = [await keyOf(id)]
  for (const { key } of await refundsOf(id)) keys.push(key)
  const chargebacks = await shop.sql<{ id: string }[]>`
    select chargeback.id from chargeback join payment on key = payment_key where payment.id = ${id}`
  const subjects = new Set([...keys, ...chargebacks.map((made) => made.id)])
  const { findings } = await checkBooks(shop.sql)
  return findings.filter(({ subject }) => subjects.has(subject)).map(({ code }) => code)
}

const metric = async (name: string) =>
  (await (await shop.request('/metrics')).text()).split('\n').find((line) => line.startsWith(name))

describe("the sandbox's payment page", () => {
  beforeAll(async () => {
    shop = await testShop()
  })
  afterAll(() => shop.stop())

  it('lets a person be the bank, and the shop hears of it (A10)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id, paymentUrl } = await payment(holder)
    await pay(id)
    await notify(id)
    const press = async (field: string, value: string) => {
      shop.clock.advance(1000)
      const answer = await fetch(paymentUrl, {
        method: 'POST',
        body: new URLSearchParams({ [field]: value }),
      })
      expect(answer.status).toBe(200)
      return answer.text()
    }
    const buttons = (html: string, name: string) =>
      [...html.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'g'))].map(
        ([, value]) => value,
      )

    const page = await press('money', 'give-back')
    const [failed] = buttons(page, 'refund').filter((value) => value?.endsWith('failed'))
    const after = await press('refund', failed ?? '')
    expect(buttons(after, 'refund')).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ reason: 'at-provider', state: 'failed' }])
    const [reverse] = buttons(await press('money', 'charge-back'), 'reverse')
    // The bank has given back what the refund did not.
    expect(await findingsAbout(id)).toEqual(['charged-back'])
    await press('reverse', reverse ?? '')
    expect(await findingsAbout(id)).toEqual(['refund-failed'])
  })
})

describe.each([
  { name: 'the sandbox', start: sandbox },
  ...Object.entries(paymentFakes).map(([name, open]) => ({
    name,
    start: async (): Promise<Provider> => {
      const { fake, end, ...other } = await open()
      return {
        ...other,
        paid: async (id) => void (await end(id, 'paid')),
        close: () => fake.close(),
      }
    },
  })),
])('money that goes back by $name', ({ start }) => {
  let provider: Provider
  let wrap: Wrapper | undefined
  let broken: TestShop
  beforeAll(async () => {
    provider = await start()
    logged.length = 0
    const { payments } = provider
    shop = await testShop({
      ...(payments ? { ports: { payments } } : {}),
      log: { write: (line) => void logged.push(line) },
    })
    const real = shop.shop.ports.payments
    broken = await testShop({
      database: shop.database,
      ports: {
        clock: shop.clock,
        payments: { ...real, refund: (ask) => (wrap?.(real) ?? real).refund(ask) },
      },
    })
  })
  afterAll(async () => {
    await shop.shop.jobs.drain()
    const { findings } = await checkBooks(shop.sql)
    await broken.stop()
    await shop.stop()
    await provider.close()
    expect(findings).toEqual([])
  })

  /** Paid on the old page, after the cart had moved on. */
  async function unmatchedMoney() {
    const { holder, gift } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await provider.paid(id)
    return { id, holder, gift }
  }

  async function refundUnderWay() {
    const { id } = await unmatchedMoney()
    await notify(id)
    await shop.shop.jobs.drain()
    const [made] = await refundsOf(id)
    if (!made) throw new Error('no refund was made')
    return { id, key: made.key, refundId: made.provider_id }
  }

  async function paidOrder() {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await provider.paid(id)
    await notify(id)
    const [order] = (await holder.done('orders', {})).response
    return { id, holder, number: order?.order_number ?? '' }
  }

  it('is done when the provider says that it has gone, and not before (A3)', async () => {
    const { id, refundId } = await refundUnderWay()
    const states = async () => (await refundsOf(id)).map(({ state }) => state)
    expect(await states()).toEqual(['queued'])
    for (const state of ['pending', 'processing', 'refunded'] as const) {
      await provider.moved(refundId, state)
      await poll()
      expect(await states()).toEqual([state])
    }
    expect(await findingsAbout(id)).toEqual([])
    const [ended] = await shop.sql`
      select done_at is not null as ended from refund where provider_id = ${refundId}`
    expect(ended).toEqual({ ended: true })
  })

  it.each([
    ['failed', 'processing'],
    ['canceled', 'pending'],
    ['failed', 'refunded'],
  ] as const)(
    'and is %s in the end after it was %s is told to a person, by log, metric and check (A3, A10)',
    async (end, before) => {
      const { id, key, refundId } = await refundUnderWay()
      await provider.moved(refundId, before)
      await poll()
      logged.length = 0
      await provider.moved(refundId, end)
      await notify(id)
      expect(await refundsOf(id)).toMatchObject([{ key, state: end }])
      expect(await findingsAbout(id)).toEqual(['money-not-returned', 'refund-failed'])
      expect(logged.join('')).toContain('refund failed; manual review needed')
      expect(await metric(`refunds_moved_total{state="${end}"}`)).toMatch(/ [1-9]/)
      // Late news, and the same again, change nothing.
      await provider.moved(refundId, 'processing')
      await notify(id)
      await Promise.all(eight.map(() => webhook(id)))
      await poll()
      await provider.moved(refundId, end)
      expect(await refundsOf(id)).toMatchObject([{ key, state: end }])

      // A person resolves it in one of two ways; none of them twice.
      if (end === 'canceled') {
        const again = () => shop.sql`
          insert into refund (payment_key, cents, reason, repeats)
          select payment_key, cents, reason, key from refund where key = ${key}`
        await again()
        await expect(again()).rejects.toThrow(/more than was paid/)
        await poll()
        const told = await shop.shop.ports.payments.find(id)
        expect(told?.refunds).toHaveLength(2)
        expect(told?.refundedCents).toBe(1000)
      } else {
        await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${key}`
      }
      expect(await findingsAbout(id)).toEqual([])
    },
  )

  it('is one refund, however often its job is done at once and its answers are lost (A3)', async () => {
    const { id } = await unmatchedMoney()
    await notify(id)
    const [waiting] = await refundsOf(id)
    const key = waiting?.key ?? ''
    wrap = (real) => ({
      ...real,
      refund: async (ask) => {
        await real.refund(ask)
        throw new ServiceDown('payments', 'the answer was lost')
      },
    })
    const lost = await Promise.allSettled(eight.map(() => sendRefund(broken.shop, key)))
    expect(lost.some(({ status }) => status === 'rejected')).toBe(true)
    wrap = undefined
    await Promise.all(eight.map(() => sendRefund(broken.shop, key)))
    await shop.shop.jobs.drain()
    const told = await shop.shop.ports.payments.find(id)
    expect(told?.refunds).toMatchObject([{ key, cents: 1000 }])
    expect(await refundsOf(id)).toMatchObject([{ key, state: told?.refunds[0]?.state }])
  })

  it('that another process has sent meanwhile is not noted as refused (A3)', async () => {
    const { id } = await unmatchedMoney()
    await notify(id)
    const [waiting] = await refundsOf(id)
    const key = waiting?.key ?? ''
    wrap = (real) => ({
      ...real,
      refund: async () => {
        await sendRefund(shop.shop, key)
        throw new ServiceRefused('payments', 'rejected', 'nothing is left of it')
      },
    })
    await sendRefund(broken.shop, key)
    wrap = undefined
    expect(await refundsOf(id)).toMatchObject([{ key, state: 'queued' }])
  })

  it('is sent by the poller of another process when its job was given up (A3)', async () => {
    const { id } = await unmatchedMoney()
    await notify(id)
    await shop.sql`delete from job where name = 'refund'`
    shop.clock.advance(3 * 24 * 3_600_000)
    while ((await pollDuePayments(broken.shop)) > 0);
    expect(await refundsOf(id)).toMatchObject([{ state: 'queued', reason: 'no-order' }])
  })

  it('was taken by the bank before: nothing is given on top, and what it brings back is, once (A4)', async () => {
    const { id } = await unmatchedMoney()
    const chargeback = await provider.chargedBack(id, 1000)
    await notify(id)
    await shop.shop.jobs.drain()
    expect(await standing(id)).toMatchObject({ outcome: 'refunded', refunds: 0, available: 3 })
    expect((await shop.shop.ports.payments.find(id))?.refunds).toEqual([])
    expect(await findingsAbout(id)).toEqual([])

    await provider.reversed(chargeback)
    await Promise.all([poll(), ...eight.map(() => webhook(id))])
    await poll()
    await shop.shop.jobs.drain()
    // The provider may be through with it by now.
    expect(await refundsOf(id)).toMatchObject([
      { cents: 1000, state: expect.stringMatching(/^(queued|refunded)$/) },
    ])
    expect((await shop.shop.ports.payments.find(id))?.refunds).toHaveLength(1)
  })

  it('was given back at the provider before, in part: only the rest goes (A4)', async () => {
    const { id } = await unmatchedMoney()
    await provider.givenBack(id, 400)
    await notify(id)
    await shop.shop.jobs.drain()
    const refunds = await refundsOf(id)
    expect(refunds.map(({ reason, cents }) => [reason, cents]).sort()).toEqual([
      ['at-provider', 400],
      ['no-order', 600],
    ])
    expect((await shop.shop.ports.payments.find(id))?.refundedCents).toBe(1000)
    expect(await findingsAbout(id)).toEqual([])
  })

  it.each(['taken by the bank', 'given back at the provider'])(
    'and is %s while its job waits is not given twice (A4)',
    async (how) => {
      const { id } = await unmatchedMoney()
      await notify(id)
      if (how === 'taken by the bank') await provider.chargedBack(id, 1000)
      else await provider.givenBack(id, 1000)
      await shop.shop.jobs.drain({ evenLater: true })
      const own = (await refundsOf(id)).filter(({ reason }) => reason === 'no-order')
      expect(own).toMatchObject([{ state: 'refused', provider_id: null }])
      const told = await shop.shop.ports.payments.find(id)
      expect((told?.refundedCents ?? 0) + (told?.chargedBackCents ?? 0)).toBe(1000)
      // The complete amount was returned otherwise: there is nothing for a person to do.
      expect(await findingsAbout(id)).toEqual([])
    },
  )

  it.each(['webhook', 'poller'])(
    'by the bank after the order is heard by the %s, once, and stands until a person has looked (A4, A10)',
    async (how) => {
      const { id, holder } = await paidOrder()
      logged.length = 0
      const before = await standing(id)
      const count = async () =>
        Number(
          / (\d+)$/.exec((await metric('chargebacks_total{what="chargeback"}')) ?? '')?.[1] ?? 0,
        )
      const counted = await count()
      shop.clock.advance(1000)
      const chargeback = await provider.chargedBack(id, 1000)
      if (how === 'poller') await poll(40)
      else {
        await Promise.all(eight.map(() => webhook(id)))
        await poll()
      }
      expect(await standing(id)).toEqual(before)
      expect(await findingsAbout(id)).toEqual(['charged-back'])
      expect(await count()).toBe(counted + 1)
      expect(logged.join('')).toContain('chargeback received')
      const kept = await shop.sql`select cents from chargeback where id = ${chargeback}`
      expect(kept).toEqual([{ cents: 1000 }])
      // The holder's books are not the bank's.
      const later = await shop.logIn(holder.code)
      expect((await later.done('orders', {})).response[0]).toMatchObject({ cents_refunded: 0 })

      if (how === 'poller') {
        await provider.reversed(chargeback)
        await poll(8)
        expect(logged.join('')).toContain('chargeback reversed')
      } else {
        const end = (note: string) => shop.sql`
          insert into chargeback_end (chargeback_id, kind, note, at)
          values (${chargeback}, 'accepted', ${note}, now())`
        await expect(end('')).rejects.toThrow(/check/)
        await end('Jo: the parcel was lost')
      }
      expect(await findingsAbout(id)).toEqual([])
    },
  )

  it('by the bank and by an undone order is not given twice (A4)', async () => {
    const { id, holder, number } = await paidOrder()
    await provider.chargedBack(id, 1000)
    await notify(id)
    const cancelled = await Promise.all(
      eight.map(() => holder.done('cancelOrder', { order_number: number })),
    )
    expect(cancelled[0]?.response).toMatchObject({ state: 'cancelled', points_refunded: 3 })
    await shop.shop.jobs.drain({ evenLater: true })
    expect(await refundsOf(id)).toEqual([])
    expect(await findingsAbout(id)).toEqual([])
  })

  it('that came to nothing is made again by nobody twice, for either reason (A3, A4)', async () => {
    const fails = async (id: string) => {
      await shop.shop.jobs.drain({ evenLater: true })
      const made = (await refundsOf(id)).find(({ state }) => state === 'queued')
      await provider.moved(made?.provider_id ?? '', 'failed')
      await poll()
      return made?.key ?? ''
    }
    const asked = (key: string, repeats: string | null) => shop.sql`
      insert into refund (payment_key, cents, reason, repeats)
      select payment_key, cents, reason, ${repeats}::uuid from refund where key = ${key}`

    const { id: stray } = await unmatchedMoney()
    await notify(stray)
    const key = await fails(stray)
    await expect(asked(key, null)).rejects.toThrow(/one_refund_of_stray_money/)
    await asked(key, key)
    await poll()
    const again = await fails(stray)
    expect(again).not.toBe(key)
    await expect(asked(key, key)).rejects.toThrow(/refund_repeats_key/)

    const { id: ordered, holder, number } = await paidOrder()
    await holder.done('cancelOrder', { order_number: number })
    const undone = await fails(ordered)
    await expect(asked(undone, null)).rejects.toThrow(/one_refund_of_undone_order/)
    await shop.sql`
      update refund set settled_note = 'by bank transfer' where key in ${shop.sql([again, undone])}`
  })

  it('is kept from what must never be by the database itself (A3, A4)', async () => {
    const { key, refundId } = await refundUnderWay()
    const refuses = (damage: string, why: RegExp) =>
      expect(shop.sql.unsafe(damage)).rejects.toThrow(why)
    await refuses(`update refund set cents = 1 where key = '${key}'`, /agreed/)
    await refuses(`update refund set provider_id = 're_x' where key = '${key}'`, /agreed/)
    await refuses(`delete from refund where key = '${key}'`, /never deleted/)
    await refuses(`update refund set state = 'refunded' where key = '${key}'`, /refund_ended/)
    await provider.moved(refundId, 'refunded')
    await poll()
    await refuses(
      `update refund set state = 'queued', done_at = null where key = '${key}'`,
      /is no way/,
    )
    await refuses(`update refund set settled_note = 'x' where key = '${key}'`, /refund_settled/)
    await refuses(
      `insert into refund (payment_key, cents, reason, repeats)
       select payment_key, cents, reason, key from refund where key = '${key}'`,
      /only what came to nothing/,
    )
    const unpaid = await payment((await holderDueTenEuros()).holder)
    await refuses(
      `insert into refund (payment_key, cents, reason)
       select key, 1, 'credit' from payment where id = '${unpaid.id}'`,
      /of a payment that is open/,
    )
    const { id } = await paidOrder()
    const chargeback = await provider.chargedBack(id, 600)
    await notify(id)
    await refuses(`delete from chargeback where id = '${chargeback}'`, /append-only/)
    await refuses(`update chargeback set cents = 1 where id = '${chargeback}'`, /append-only/)
    await refuses(
      `insert into refund (payment_key, cents, reason)
       select key, 401, 'credit' from payment where id = '${id}'`,
      /more than was paid/,
    )
    await provider.reversed(chargeback)
    await poll()
    await refuses(`delete from chargeback_end where chargeback_id = '${chargeback}'`, /append-only/)
  })

  it('waits for another of the same payment, no matter who writes them (A3, A4)', async () => {
    const { id } = await paidOrder()
    const [one, two] = [await shop.sql.reserve(), await shop.sql.reserve()]
    const pid = await pidOf(two)
    const more = `insert into refund (payment_key, cents, reason)
      select key, 600, 'at-provider' from payment where id = '${id}'`
    await one`begin`
    await two`begin`
    await one.unsafe(more)
    const second = two.unsafe(more).then(
      () => 'written',
      (error: unknown) => String(error),
    )
    expect(await waitsAtALock(shop.sql, pid, second)).toBe(true)
    await one`rollback`
    expect(await second).toBe('written')
    await two`rollback`
    one.release()
    two.release()
    expect(await refundsOf(id)).toEqual([])
  })
})
