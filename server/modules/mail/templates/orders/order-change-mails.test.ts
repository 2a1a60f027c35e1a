import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'
import { allLanguages } from '#domain/language.ts'

const mailer = recordingMailer()
let shop: TestShop

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }

/** The mail that the change caused, without the confirmation of the order. */
async function mailAfter(change: () => Promise<unknown>) {
  await shop.shop.jobs.drain()
  mailer.sent = []
  await change()
  await shop.shop.jobs.drain()
  const [mail] = mailer.sent
  if (!mail) throw new Error('no mail was sent')
  return mail
}

describe('mail about a cancelled order', () => {
  it('names the refunded points and euros, and where they are refunded to (experience: undo window)', async () => {
    const gift = await shop.gift({ points: 5, name: 'Vaas' })
    const { holder, number } = await cardOrder(shop, { gift, points: 3 })
    const { subject, text, to } = await mailAfter(() =>
      holder.done('cancelOrder', { order_number: number }),
    )
    expect([subject, to]).toEqual([
      `Bestelling ${number} is geannuleerd`,
      sampleContact.contact_email,
    ])
    for (const part of [
      'Deze cadeaus worden niet verstuurd:',
      '1 × Vaas',
      'Terug op je code\n3 punten',
      'Terug op je rekening\n€ 10,00',
    ]) {
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    }
  })

  it('says that the gifts of a reopened order are in the basket, and names no euros when none were paid', async () => {
    const { holder, number } = await sampleOrder(shop, { gifts: [TOWEL], language: 'en' })
    const { text } = await mailAfter(() => holder.done('reopenOrder', { order_number: number }))
    expect(text).toContain('These gifts are back in your basket.')
    expect(text).toContain('Points returned\n2 points')
    expect(text).not.toContain('account')
    expect(text).not.toContain('within 2 working days')
  })
})

describe('mail about a changed order', () => {
  it('shows the complete order as it is now (statement 22)', async () => {
    const { holder, number } = await sampleOrder(shop, { gifts: [TOWEL], pickup: true })
    const { Timeframes } = await holder.done('orderDeliveryMethods', { order_number: number })
    const home = Timeframes.find((frame) => !frame.IsPickupPoint)
    const [option] = home?.ShippingOptions ?? []
    const { subject, text } = await mailAfter(() =>
      holder.done('changeOrderDelivery', {
        order_number: number,
        shipper_code: option?.ShipperCodes[0] ?? '',
        code: option?.Code ?? '',
        from: home?.From ?? null,
      }),
    )
    expect(subject).toBe(`Bestelling ${number} is gewijzigd`)
    for (const part of [
      '1 × Linnen theedoek',
      'Totaal\n2 punten',
      'Bezorging thuis',
      'Zilverkade 12\n1012 AB Amsterdam',
      'PostNL, overdag',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('afhaalpunt')
  })
})

describe.each(allLanguages)('order change mails in %s', (language) => {
  it('use the language of the order and fill every placeholder (statement 29)', async () => {
    const sample = () => sampleOrder(shop, { gifts: [TOWEL], language })
    const order_number = (order: { number: string }) => ({ order_number: order.number })
    const changed = await sample()
    const cancelled = await sample()
    const withdrawn = await sample()
    await shop.sql`update orders set state = 'released' where number = ${withdrawn.number}`
    const mails = [
      await mailAfter(() =>
        changed.holder.done('changeOrderAddress', {
          ...sampleContact,
          ...order_number(changed),
          delivery_address_additional_line: 'T.a.v. receptie',
        }),
      ),
      await mailAfter(() => cancelled.holder.done('cancelOrder', order_number(cancelled))),
      await mailAfter(() =>
        withdrawn.holder.done('withdrawOrder', {
          ...order_number(withdrawn),
          withdrawal_key: randomUUID(),
          reason: 'Verkeerde kleur',
        }),
      ),
    ]
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
    for (const mail of mails) {
      expect(mail.language).toBe(language)
      expect(mail.subject).toMatch(/\d{7}/)
      expect(mail.text).toContain('Anna')
      expect(mail.text).not.toMatch(/[{}]|undefined|NaN/)
    }
  })
})

describe('mails caused by a holder’s actions', () => {
  const MINUTE = 60_000
  // The windows are measured by the shop's clock, however long the requests of the test take.
  beforeAll(() => shop.clock.halt())
  afterAll(() => shop.clock.resume())
  const recipientsOf = (number: string) =>
    mailer.sent.filter(({ subject }) => subject.includes(number)).map(({ to }) => to)
  const changeTo = ({ holder, number }: Awaited<ReturnType<typeof sampleOrder>>, email: string) =>
    holder.done('changeOrderAddress', {
      ...sampleContact,
      order_number: number,
      contact_email: email,
    })
  const later = async (ms: number) => {
    shop.clock.advance(ms)
    await shop.shop.jobs.drain({ includeScheduled: true })
  }

  it('are two for forty changes of one order, and the second has the latest state (B35)', async () => {
    const order = await sampleOrder(shop, { gifts: [TOWEL] })
    await shop.shop.jobs.drain()
    mailer.sent = []
    for (let change = 1; change <= 40; change += 1) {
      await changeTo(order, `stranger-${change}@example.com`)
      if (change % 3 === 1) await shop.shop.jobs.drain()
    }
    expect(recipientsOf(order.number)).toEqual(['stranger-1@example.com'])
    await later(59_000)
    expect(recipientsOf(order.number)).toHaveLength(1)
    await later(2_000)
    expect(recipientsOf(order.number)).toEqual([
      'stranger-1@example.com',
      'stranger-40@example.com',
    ])

    // Mails become less frequent, but the last change is mailed when the window closes.
    for (let change = 1; change <= 8; change += 1) {
      await changeTo(order, `again-${change}@example.com`)
      await later(1.5 * MINUTE)
    }
    expect(recipientsOf(order.number).length).toBeLessThanOrEqual(4)
    await later(30 * MINUTE)
    expect(recipientsOf(order.number).length).toBeLessThanOrEqual(5)
    expect(recipientsOf(order.number).at(-1)).toBe('again-8@example.com')
    const { response } = await order.holder.done('order', { order_number: order.number })
    expect(response.mails.every(({ state }) => state === 'sent')).toBe(true)
  })

  it('have the latest state when eight changes are made at the same time (B35)', async () => {
    const order = await sampleOrder(shop, { gifts: [TOWEL] })
    await shop.shop.jobs.drain()
    mailer.sent = []
    await Promise.all(
      Array.from({ length: 8 }, (_, place) => changeTo(order, `at-once-${place}@example.com`)),
    )
    await Promise.all([shop.shop.jobs.drain(), shop.shop.jobs.drain()])
    await later(5 * MINUTE)
    const { response } = await order.holder.done('order', { order_number: order.number })
    expect(recipientsOf(order.number).length).toBeLessThanOrEqual(2)
    expect(recipientsOf(order.number).at(-1)).toBe(response.personal_data.contact_email)
  })

  it('are limited per hour when a holder orders and cancels repeatedly, and the last cancellation is mailed (B35)', async () => {
    const holder = await shop.holder({ points: 2 })
    const numbers: string[] = []
    mailer.sent = []
    for (let place = 1; place <= 14; place += 1) {
      const email = `victim-${place}@example.com`
      const { number } = await sampleOrder(shop, { gifts: [TOWEL], holder, email })
      await shop.shop.jobs.drain()
      await holder.done('cancelOrder', { order_number: number })
      await shop.shop.jobs.drain()
      numbers.push(number)
    }
    expect(numbers.flatMap(recipientsOf)).toHaveLength(10)
    await later(61 * MINUTE)
    expect(numbers.flatMap(recipientsOf).length).toBeLessThanOrEqual(12)
    await later(24 * 60 * MINUTE)
    for (const number of numbers) {
      const last = mailer.sent.filter(({ subject }) => subject.includes(number)).at(-1)
      expect(last?.subject).toBe(`Bestelling ${number} is geannuleerd`)
    }
  })
})
