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
import { pidOf, waitsForLock } from '#server/testing/database/waits-for-lock.ts'

/** Events at the provider. The sandbox and each fake implement them. */
type Provider = {
  payments?: PaymentPort
  paid(id: string): Promise<void>
  setRefundState(refundId: string, to: ProviderRefundState): Promise<void>
  refundByHand(id: string, cents: number): Promise<void>
  chargeBack(id: string, cents: number): Promise<string>
  reverseChargeback(chargebackId: string): Promise<void>
  close(): Promise<void>
}
type Wrapper = (real: PaymentPort) => PaymentPort

/** The shop's own sandbox, which sends its webhooks automatically. */
async function sandbox(): Promise<Provider> {
  const port = () => shop.shop.ports.payments as SandboxPayments
  return {
    paid: (id) => pay(id),
    setRefundState: (refundId, to) => port().moveRefund(refundId, to),
    refundByHand: async (id, cents) => void (await port().refundAtProvider(id, cents)),
    chargeBack: (id, cents) => port().chargeBack(id, cents),
    reverseChargeback: (id) => port().reverseChargeback(id),
    close: async () => {},
  }
}

let shop: TestShop
const logged: string[] = []
const { holderDueTenEuros, payment, webhook, pay, stateOf, keyOf } = samplePayments(() => shop)
const eight = Array.from({ length: 8 }, (_, index) => index)

async function poll(days = 1) {
  shop.clock.advance(days * 24 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
}

/** Notifies the shop a second after the last poll, so that the notification is handled at once. */
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
  const subjects = new Set([...keys, ...chargebacks.map((chargeback) => chargeback.id)])
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

  it('simulates the bank, and the shop is notified (A10)', async () => {
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
    // The chargeback returned the money that the failed refund did not.
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
      const { fake, finish, ...other } = await open()
      return {
        ...other,
        paid: async (id) => void (await finish(id, 'paid')),
        close: () => fake.close(),
      }
    },
  })),
])('a refund with $name', ({ start }) => {
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

  /** A payment that is completed after the cart has changed. */
  async function unmatchedMoney() {
    const { holder, gift } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await provider.paid(id)
    return { id, holder, gift }
  }

  async function queuedRefund() {
    const { id } = await unmatchedMoney()
    await notify(id)
    await shop.shop.jobs.drain()
    const [refund] = await refundsOf(id)
    if (!refund) throw new Error('refund not found')
    return { id, key: refund.key, refundId: refund.provider_id }
  }

  async function paidOrder() {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await provider.paid(id)
    await notify(id)
    const [order] = (await holder.done('orders', {})).response
    return { id, holder, number: order?.order_number ?? '' }
  }

  it('has the state done once the provider reports it as refunded, and not before (A3)', async () => {
    const { id, refundId } = await queuedRefund()
    const states = async () => (await refundsOf(id)).map(({ state }) => state)
    expect(await states()).toEqual(['queued'])
    for (const state of ['pending', 'processing', 'refunded'] as const) {
      await provider.setRefundState(refundId, state)
      await poll()
      expect(await states()).toEqual([state])
    }
    expect(await findingsAbout(id)).toEqual([])
    const [refund] = await shop.sql`
      select done_at is not null as is_ended from refund where provider_id = ${refundId}`
    expect(refund).toEqual({ is_ended: true })
  })

  it.each([
    ['failed', 'processing'],
    ['canceled', 'pending'],
    ['failed', 'refunded'],
  ] as const)(
    'that is %s after it was %s is reported to staff by log, metric and check (A3, A10)',
    async (end, before) => {
      const { id, key, refundId } = await queuedRefund()
      await provider.setRefundState(refundId, before)
      await poll()
      logged.length = 0
      await provider.setRefundState(refundId, end)
      await notify(id)
      expect(await refundsOf(id)).toMatchObject([{ key, state: end }])
      expect(await findingsAbout(id)).toEqual(['money-not-returned', 'refund-failed'])
      expect(logged.join('')).toContain('refund failed; manual review needed')
      expect(await metric(`refunds_moved_total{state="${end}"}`)).toMatch(/ [1-9]/)
      // Late and repeated reports change nothing.
      await provider.setRefundState(refundId, 'processing')
      await notify(id)
      await Promise.all(eight.map(() => webhook(id)))
      await poll()
      await provider.setRefundState(refundId, end)
      expect(await refundsOf(id)).toMatchObject([{ key, state: end }])

      // Staff settle it in one of two ways, and only once.
      if (end === 'canceled') {
        const repeatRefund = () => shop.sql`
          insert into refund (payment_key, cents, reason, repeats)
          select payment_key, cents, reason, key from refund where key = ${key}`
        await repeatRefund()
        await expect(repeatRefund()).rejects.toThrow(/more than was paid/)
        await poll()
        const reported = await shop.shop.ports.payments.find(id)
        expect(reported?.refunds).toHaveLength(2)
        expect(reported?.refundedCents).toBe(1000)
      } else {
        await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${key}`
      }
      expect(await findingsAbout(id)).toEqual([])
    },
  )

  it('is sent once when its job runs several times at once and the responses are lost (A3)', async () => {
    const { id } = await unmatchedMoney()
    await notify(id)
    const [refund] = await refundsOf(id)
    const key = refund?.key ?? ''
    wrap = (real) => ({
      ...real,
      refund: async (ask) => {
        await real.refund(ask)
        throw new ServiceDown('payments', 'the answer was lost')
      },
    })
    const results = await Promise.allSettled(eight.map(() => sendRefund(broken.shop, key)))
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    wrap = undefined
    await Promise.all(eight.map(() => sendRefund(broken.shop, key)))
    await shop.shop.jobs.drain()
    const reported = await shop.shop.ports.payments.find(id)
    expect(reported?.refunds).toMatchObject([{ key, cents: 1000 }])
    expect(await refundsOf(id)).toMatchObject([{ key, state: reported?.refunds[0]?.state }])
  })

  it('is not stored as refused when another process has sent it meanwhile (A3)', async () => {
    const { id } = await unmatchedMoney()
    await notify(id)
    const [refund] = await refundsOf(id)
    const key = refund?.key ?? ''
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

  it('is sent by the poller of another process when its job has failed (A3)', async () => {
    const { id } = await unmatchedMoney()
    await notify(id)
    await shop.sql`delete from job where name = 'refund'`
    shop.clock.advance(3 * 24 * 3_600_000)
    while ((await pollDuePayments(broken.shop)) > 0);
    expect(await refundsOf(id)).toMatchObject([{ state: 'queued', reason: 'no-order' }])
  })

  it('is not sent after a chargeback of the amount, and is sent once after its reversal (A4)', async () => {
    const { id } = await unmatchedMoney()
    const chargeback = await provider.chargeBack(id, 1000)
    await notify(id)
    await shop.shop.jobs.drain()
    expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', refunds: 0, available: 3 })
    expect((await shop.shop.ports.payments.find(id))?.refunds).toEqual([])
    expect(await findingsAbout(id)).toEqual([])

    await provider.reverseChargeback(chargeback)
    await Promise.all([poll(), ...eight.map(() => webhook(id))])
    await poll()
    await shop.shop.jobs.drain()
    // The provider may have completed it by now.
    expect(await refundsOf(id)).toMatchObject([
      { cents: 1000, state: expect.stringMatching(/^(queued|refunded)$/) },
    ])
    expect((await shop.shop.ports.payments.find(id))?.refunds).toHaveLength(1)
  })

  it('contains only the remaining amount after a partial refund at the provider (A4)', async () => {
    const { id } = await unmatchedMoney()
    await provider.refundByHand(id, 400)
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

  it.each(['charged back', 'refunded at the provider'])(
    'is not sent if the amount is %s while its job waits (A4)',
    async (how) => {
      const { id } = await unmatchedMoney()
      await notify(id)
      if (how === 'charged back') await provider.chargeBack(id, 1000)
      else await provider.refundByHand(id, 1000)
      await shop.shop.jobs.drain({ includeScheduled: true })
      const own = (await refundsOf(id)).filter(({ reason }) => reason === 'no-order')
      expect(own).toMatchObject([{ state: 'refused', provider_id: null }])
      const reported = await shop.shop.ports.payments.find(id)
      expect((reported?.refundedCents ?? 0) + (reported?.chargedBackCents ?? 0)).toBe(1000)
      // The complete amount was returned in another way, so staff need not act.
      expect(await findingsAbout(id)).toEqual([])
    },
  )

  it.each(['webhook', 'poller'])(
    'is not needed for a chargeback of an order, which is found once by the %s and reported until staff settle it (A4, A10)',
    async (how) => {
      const { id, holder } = await paidOrder()
      logged.length = 0
      const before = await stateOf(id)
      const count = async () =>
        Number(
          / (\d+)$/.exec((await metric('chargebacks_total{what="chargeback"}')) ?? '')?.[1] ?? 0,
        )
      const counted = await count()
      shop.clock.advance(1000)
      const chargeback = await provider.chargeBack(id, 1000)
      if (how === 'poller') await poll(40)
      else {
        await Promise.all(eight.map(() => webhook(id)))
        await poll()
      }
      expect(await stateOf(id)).toEqual(before)
      expect(await findingsAbout(id)).toEqual(['charged-back'])
      expect(await count()).toBe(counted + 1)
      expect(logged.join('')).toContain('chargeback received')
      const stored = await shop.sql`select cents from chargeback where id = ${chargeback}`
      expect(stored).toEqual([{ cents: 1000 }])
      // The holder does not see a chargeback as a refund.
      const newSession = await shop.logIn(holder.code)
      expect((await newSession.done('orders', {})).response[0]).toMatchObject({ cents_refunded: 0 })

      if (how === 'poller') {
        await provider.reverseChargeback(chargeback)
        await poll(8)
        expect(logged.join('')).toContain('chargeback reversed')
      } else {
        const accept = (note: string) => shop.sql`
          insert into chargeback_end (chargeback_id, kind, note, at)
          values (${chargeback}, 'accepted', ${note}, now())`
        await expect(accept('')).rejects.toThrow(/check/)
        await accept('Jo: the parcel was lost')
      }
      expect(await findingsAbout(id)).toEqual([])
    },
  )

  it('is not sent for a cancelled order after a chargeback of the amount (A4)', async () => {
    const { id, holder, number } = await paidOrder()
    await provider.chargeBack(id, 1000)
    await notify(id)
    const cancelled = await Promise.all(
      eight.map(() => holder.done('cancelOrder', { order_number: number })),
    )
    expect(cancelled[0]?.response).toMatchObject({ state: 'cancelled', points_refunded: 3 })
    await shop.shop.jobs.drain({ includeScheduled: true })
    expect(await refundsOf(id)).toEqual([])
    expect(await findingsAbout(id)).toEqual([])
  })

  it('that failed can be repeated once only, with or without an order (A3, A4)', async () => {
    const failRefund = async (id: string) => {
      await shop.shop.jobs.drain({ includeScheduled: true })
      const queued = (await refundsOf(id)).find(({ state }) => state === 'queued')
      await provider.setRefundState(queued?.provider_id ?? '', 'failed')
      await poll()
      return queued?.key ?? ''
    }
    const insertRefund = (key: string, repeats: string | null) => shop.sql`
      insert into refund (payment_key, cents, reason, repeats)
      select payment_key, cents, reason, ${repeats}::uuid from refund where key = ${key}`

    const { id: unmatched } = await unmatchedMoney()
    await notify(unmatched)
    const key = await failRefund(unmatched)
    await expect(insertRefund(key, null)).rejects.toThrow(/one_refund_of_stray_money/)
    await insertRefund(key, key)
    await poll()
    const repeated = await failRefund(unmatched)
    expect(repeated).not.toBe(key)
    await expect(insertRefund(key, key)).rejects.toThrow(/refund_repeats_key/)

    const { id: ordered, holder, number } = await paidOrder()
    await holder.done('cancelOrder', { order_number: number })
    const cancelled = await failRefund(ordered)
    await expect(insertRefund(cancelled, null)).rejects.toThrow(/one_refund_of_undone_order/)
    await shop.sql`
      update refund set settled_note = 'by bank transfer' where key in ${shop.sql([repeated, cancelled])}`
  })

  it('is protected from impossible changes by the database (A3, A4)', async () => {
    const { key, refundId } = await queuedRefund()
    const refuses = (damage: string, why: RegExp) =>
      expect(shop.sql.unsafe(damage)).rejects.toThrow(why)
    await refuses(`update refund set cents = 1 where key = '${key}'`, /agreed/)
    await refuses(`update refund set provider_id = 're_x' where key = '${key}'`, /agreed/)
    await refuses(`delete from refund where key = '${key}'`, /never deleted/)
    await refuses(`update refund set state = 'refunded' where key = '${key}'`, /refund_ended/)
    await provider.setRefundState(refundId, 'refunded')
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
    const chargeback = await provider.chargeBack(id, 600)
    await notify(id)
    await refuses(`delete from chargeback where id = '${chargeback}'`, /append-only/)
    await refuses(`update chargeback set cents = 1 where id = '${chargeback}'`, /append-only/)
    await refuses(
      `insert into refund (payment_key, cents, reason)
       select key, 401, 'credit' from payment where id = '${id}'`,
      /more than was paid/,
    )
    await provider.reverseChargeback(chargeback)
    await poll()
    await refuses(`delete from chargeback_end where chargeback_id = '${chargeback}'`, /append-only/)
  })

  it('waits for another refund of the same payment, whichever code writes them (A3, A4)', async () => {
    const { id } = await paidOrder()
    const [first, second] = [await shop.sql.reserve(), await shop.sql.reserve()]
    const pid = await pidOf(second)
    const insertRefund = `insert into refund (payment_key, cents, reason)
      select key, 600, 'at-provider' from payment where id = '${id}'`
    await first`begin`
    await second`begin`
    await first.unsafe(insertRefund)
    const written = second.unsafe(insertRefund).then(
      () => 'written',
      (error: unknown) => String(error),
    )
    expect(await waitsForLock(shop.sql, pid, written)).toBe(true)
    await first`rollback`
    expect(await written).toBe('written')
    await second`rollback`
    first.release()
    second.release()
    expect(await refundsOf(id)).toEqual([])
  })
})
