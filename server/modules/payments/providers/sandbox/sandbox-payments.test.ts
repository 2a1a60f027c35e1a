import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { samplePayment } from '#server/testing/fakes/sample-payment.ts'
import { sandboxPaymentPage } from '#server/modules/payments/providers/sandbox/sandbox-payment-page.ts'
import { sandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let database: TestDatabase
let now: Date
let heard: string[]
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  now = new Date('2027-03-09T12:00:00Z')
  heard = []
})

async function hear(id: string) {
  heard.push(id)
}

function sandbox(callWebhook: (id: string) => Promise<void> = hear, webhookTimeoutMs = 5_000) {
  return sandboxPayments({
    sql: database.sql,
    baseUrl: () => 'http://localhost:3000',
    callWebhook,
    clock: { now: () => now },
    webhookTimeoutMs,
  })
}

const asked = samplePayment
const opened = async () => (await sandbox().create(asked())).id

describe('a choice on the payment page', () => {
  it.each([
    ['paid', asked().redirectUrl],
    ['failed', asked().redirectUrl],
    ['expired', asked().redirectUrl],
    ['canceled', asked().cancelUrl],
  ] as const)('of %s tells the shop and sends the customer on', async (choice, redirectTo) => {
    const id = await opened()
    expect(await sandbox().choose(id, choice)).toEqual({ redirectTo })
    expect(heard).toEqual([id])
    expect(await sandbox().find(id)).toMatchObject({ state: choice })
  })

  it('notifies the shop before the customer is back, and stores the state before the shop asks', async () => {
    const id = await opened()
    const order: string[] = []
    const payments = sandbox(async (paid) => {
      order.push(`webhook: ${(await payments.find(paid))?.state}`)
    })
    await payments.choose(id, 'paid')
    order.push('back')
    expect(order).toEqual(['webhook: paid', 'back'])
  })

  it.each([
    ['fails', () => Promise.reject(new Error('The shop is down'))],
    [
      'throws',
      () => {
        throw new Error('The shop is broken')
      },
    ],
    ['hangs', () => new Promise<void>(() => {})],
  ])('does not wait when the webhook %s', async (_how, callWebhook) => {
    const id = await opened()
    const { redirectTo } = await sandbox(callWebhook, 60).choose(id, 'paid')
    expect(redirectTo).toBe(asked().redirectUrl)
    expect(await sandbox().find(id)).toMatchObject({ state: 'paid' })
  })

  it('to stay open changes nothing', async () => {
    const id = await opened()
    expect(await sandbox().choose(id, 'open')).toEqual({ redirectTo: asked().redirectUrl })
    expect(await sandbox().find(id)).toMatchObject({ state: 'open' })
    expect(heard).toEqual([])
  })

  it('changes nothing after the payment has ended', async () => {
    const id = await opened()
    await sandbox().choose(id, 'canceled')
    expect(await sandbox().choose(id, 'paid')).toEqual({ redirectTo: asked().cancelUrl })
    expect(await sandbox().find(id)).toMatchObject({ state: 'canceled' })
    expect(heard).toEqual([id])
  })

  it('counts once, even when several are made at once', async () => {
    const id = await opened()
    const choices = ['paid', 'canceled', 'failed', 'paid', 'expired', 'canceled'] as const
    await Promise.all(choices.map((choice) => sandbox().choose(id, choice)))
    expect(heard).toEqual([id])
  })

  it('for an unknown payment is refused', async () => {
    await expect(sandbox().choose('tr_nobody0000', 'paid')).rejects.toMatchObject({
      code: 'no-such-payment',
    })
    expect(await sandbox().findDetails('tr_nobody0000')).toBeUndefined()
  })
})

describe('the payment period', () => {
  it('ends after fifteen minutes', async () => {
    const id = await opened()
    now = new Date('2027-03-09T12:14:59Z')
    expect(await sandbox().find(id)).toMatchObject({ state: 'open' })
    now = new Date('2027-03-09T12:15:00Z')
    expect(await sandbox().find(id)).toMatchObject({ state: 'expired', checkoutUrl: null })
  })

  it('does not affect an ended payment', async () => {
    const [paid, canceled] = [await opened(), await opened()]
    await sandbox().choose(paid, 'paid')
    await sandbox().cancel(canceled)
    now = new Date('2027-03-09T13:00:00Z')
    expect(await sandbox().find(paid)).toMatchObject({ state: 'paid' })
    expect(await sandbox().find(canceled)).toMatchObject({ state: 'canceled' })
  })

  it('is over for the payment page and for cancellations', async () => {
    const [first, second] = [await opened(), await opened()]
    now = new Date('2027-03-09T13:00:00Z')
    await sandbox().choose(first, 'paid')
    expect(await sandbox().findDetails(first)).toMatchObject({ state: 'expired' })
    expect(await sandbox().cancel(second)).toMatchObject({ state: 'expired' })
    expect(heard).toEqual([])
  })
})

it('states and amounts are protected by constraints of the database', async () => {
  const id = await opened()
  const refunded = (cents: number) =>
    database.sql`update sandbox_payment set refunded_cents = ${cents} where id = ${id}`
  await expect(refunded(1)).rejects.toThrow('sandbox_payment_refund_within_amount')
  await sandbox().choose(id, 'paid')
  await expect(refunded(1501)).rejects.toThrow('sandbox_payment_refund_within_amount')
  const refund = () => sandbox().refund({ id, key: randomUUID(), cents: 1500, description: '' })
  await refund()
  await expect(refund()).rejects.toMatchObject({ code: 'rejected' })
  const [row] = await database.sql`
    select sum(cents)::int as cents from sandbox_refund where payment_id = ${id}`
  expect(row?.cents).toBe(1500)
})

describe('refunds and chargebacks of the sandbox (A3, B41)', () => {
  const refunded = async () => {
    const id = await opened()
    await sandbox().choose(id, 'paid')
    heard = []
    const made = await sandbox().refund({ id, key: randomUUID(), cents: 1500, description: '' })
    const state = async () => (await sandbox().find(id))?.refunds[0]?.state
    return { id, refundId: made.id, state }
  }
  const minutes = (more: number) => (now = new Date(now.getTime() + more * 60_000))

  it('move on by themselves once a minute, no matter how often the shop asks', async () => {
    const { state } = await refunded()
    const seen = [await state()]
    for (const more of [1, 1, 1, 60]) {
      minutes(more)
      const told = await Promise.all(Array.from({ length: 8 }, () => state()))
      expect(new Set(told).size).toBe(1)
      seen.push(told[0])
    }
    expect(seen).toEqual(['queued', 'pending', 'processing', 'refunded', 'refunded'])
    const rarely = await refunded()
    minutes(600)
    expect(await rarely.state()).toBe('refunded')
  })

  it('are reported when Mollie reports them, and keep the state that is set by hand', async () => {
    const { id, refundId, state } = await refunded()
    for (const to of ['pending', 'processing', 'refunded', 'processing', 'failed'] as const) {
      await sandbox().moveRefund(refundId, to)
    }
    expect(heard).toEqual([id, id, id])
    minutes(600)
    expect(await state()).toBe('failed')
    expect(await sandbox().find(id)).toMatchObject({ refundedCents: 0 })
  })

  it('are reported as chargeback and again when the chargeback is reversed', async () => {
    const { id } = await refunded()
    const chargeback = await sandbox().chargeBack(id, 1500)
    expect(await sandbox().find(id)).toMatchObject({ state: 'paid', chargedBackCents: 1500 })
    await expect(sandbox().chargeBack(id, 1)).rejects.toMatchObject({ code: 'rejected' })
    await sandbox().reverseChargeback(chargeback)
    expect(await sandbox().find(id)).toMatchObject({ chargedBackCents: 0 })
    expect(heard).toEqual([id, id])
    await sandbox().reverseChargeback(chargeback)
    expect(heard).toEqual([id, id])
  })
})

describe('the payment page', () => {
  const page = (changes = {}) =>
    sandboxPaymentPage({
      id: 'tr_0123456789',
      state: 'open',
      cents: 123_405,
      description: 'Order 1001',
      language: 'nl-NL',
      refunds: [],
      chargebacks: [],
      ...changes,
    })

  it.each([
    ['nl', '€ 1234,05', 'Sandbox: hier wordt niet echt betaald'],
    ['en', '€1234.05', 'Sandbox: no real payment is made here'],
    ['de', '1234,05 €', 'Sandbox: Hier wird nicht wirklich bezahlt'],
    ['fr', '1234,05 €', 'Environnement de test : aucun paiement réel n’est effectué ici'],
    ['xx', '€1234.05', 'Sandbox: no real payment is made here'],
  ])('is in the language %s', (language, amount, mark) => {
    const html = page({ language })
    expect(html).toContain(`<html lang="${language === 'xx' ? 'en' : language}">`)
    expect(html).toContain(amount)
    expect(html).toContain(mark)
  })

  it('has a button for each outcome, and posts to its own address', () => {
    const buttons = [...page().matchAll(/name="status" value="(\w+)" lang="en">(\w+)</g)]
    expect(buttons.map(([, value, name]) => [value, name])).toEqual([
      ['paid', 'Paid'],
      ['canceled', 'Cancelled'],
      ['failed', 'Failed'],
      ['expired', 'Expired'],
      ['open', 'Open'],
    ])
    expect(page()).toContain('<form method="post">')
  })

  it('loads nothing from other hosts, and runs no script', () => {
    expect(page()).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|https?:|\son\w+=/)
  })

  it('shows that the payment has ended', () => {
    expect(page({ state: 'paid' })).toContain('is afgerond')
  })

  it.each([
    ['nl', 'Alles terugbetalen'],
    ['en', 'Refund everything'],
    ['de', 'Alles erstatten'],
    ['fr', 'Tout rembourser'],
  ])('offers refund and chargeback of a paid payment in %s', (language, giveBack) => {
    const at = new Date()
    const html = page({
      language,
      state: 'paid',
      refunds: [{ id: 're_1', key: null, cents: 500, state: 'processing', at }],
      chargebacks: [{ id: 'chb_1', cents: 700, reason: '', at, reversedAt: null }],
    })
    expect(html).toContain(giveBack)
    const offered = [...html.matchAll(/name="refund" value="re_1 (\w+)"/g)].map(([, to]) => to)
    expect(offered).toEqual(['refunded', 'failed', 'canceled'])
    expect(html).toContain('name="reverse" value="chb_1"')
    expect(page({ language })).not.toContain(giveBack)
  })

  it('escapes all values', () => {
    const nasty = `<img src=x onerror="alert('1')">&\``
    const html = page({ description: nasty, id: nasty })
    expect(html).not.toContain('<img')
    expect(html).not.toMatch(/alert\('|onerror="/)
    expect(html).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;&#96;')
  })
})
