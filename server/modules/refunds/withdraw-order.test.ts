import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { cardOrder, eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(async () => {
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const eight = Array.from({ length: 8 }, (_, index) => index)
const DAY = 24 * 3_600_000

type Input = Partial<InputOf<Endpoints['withdrawOrder']>>
const withdraw = (holder: TestHolder, order_number: string, input: Input = {}) =>
  holder.call('withdrawOrder', { order_number, withdrawal_key: randomUUID(), ...input })

/** Submits the order and marks the gifts of our warehouse as delivered. */
async function deliver<T extends { number: string }>(order: T): Promise<T> {
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, order.number)
  await shop.sql`
    update order_line set state = 'delivered'
    where order_number = ${order.number} and delivery_condition <> 'dropship'`
  await shop.sql`
    update orders set state = 'delivered' where number = ${order.number} and not exists (
      select from order_line where order_number = number and state <> 'delivered')`
  await shop.sql`
    insert into order_event (order_number, month, type, at)
    select number, month, 'delivered', ${shop.clock.now()}::timestamptz from orders where number = ${order.number}`
  return order
}

const itemOf = (number: string, line = 1) => `${number}-${line}`

describe('withdrawing from an order (statement 29)', () => {
  it('requires no return of gifts that were not sent or are not physical', async () => {
    const vase = await shop.gift({ points: 4, name: 'Vaas' })
    const code = await shop.gift({ points: 2, name: 'Bon', delivery: 'digital' })
    const { holder, number } = await sampleOrder(shop, { gifts: [vase, code], language: 'en' })
    shop.clock.advance(31 * 60_000)
    await submitOrder(shop.shop, number)
    await shop.shop.jobs.drain()
    const returnTexts = async (line: number) => {
      mailer.sent = []
      const lines = [{ shopping_cart_item: itemOf(number, line), quantity: 1 }]
      const answer = await withdraw(holder, number, { lines })
      if (refused(answer)) throw new Error(answer.refused)
      await shop.shop.jobs.drain()
      const mail = mailer.sent.find(({ subject }) => subject.includes('withdrawal'))
      return `${answer.response.receipt.to_return}: ${mail?.text.replace(/\s+/g, ' ')}`
    }
    expect(await returnTexts(1)).toMatch(/^unsent: .*only need to come back if they still arrive/)
    const digital = await returnTexts(2)
    expect(digital).toMatch(/^nothing: .*You don’t need to send anything back/)
    expect(digital).not.toMatch(/within 14 days|How to send/)
  })

  it('is stored, with a receipt of the amount to be refunded and an email', async () => {
    const gift = await shop.gift({ points: 4, name: 'Vaas' })
    const { holder, number } = await deliver(
      await sampleOrder(shop, { gifts: [gift], quantity: 3, language: 'en' }),
    )
    await shop.shop.jobs.drain()
    mailer.sent = []
    const answer = await withdraw(holder, number, {
      lines: [{ shopping_cart_item: itemOf(number), quantity: 2 }],
      reason: 'Too blue,\nand too small.',
    })
    if (refused(answer)) throw new Error(answer.refused)
    const { receipt, order } = answer.response
    expect(receipt).toMatchObject({
      withdrawal_number: `${number}-W1`,
      email: sampleContact.contact_email,
      reason: 'Too blue,\nand too small.',
      lines: [{ shopping_cart_item: itemOf(number), name: 'Vaas', points: 4, quantity: 2 }],
      points: 8,
      points_to_credit: 8,
      cents_to_credit: 0,
    })
    expect(order.withdrawals).toEqual([receipt])
    expect(order).toMatchObject({
      can: { withdraw: true },
      items: [{ withdrawn: 2, withdrawable: 1 }],
      points_refunded: 0,
      available_points: 0,
    })
    expect(order.events.at(-1)).toMatchObject({ type: 'withdrawn', description: `${number}-W1` })

    await shop.shop.jobs.drain()
    const [mail] = mailer.sent
    expect(mail).toMatchObject({ to: sampleContact.contact_email, language: 'en' })
    expect(mail?.subject).toBe(`Receipt for your withdrawal ${number}-W1`)
    for (const part of ['2 × Vaas', '8 points', 'Too blue,', `order ${number}`]) {
      expect(mail?.text).toContain(part)
    }
    expect(mail?.text).toMatch(/On \d+ \w+ \d{4} at \d\d:\d\d you withdrew/)
  })

  it('is stored once for several requests with one key', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await deliver(
      await sampleOrder(shop, { gifts: [gift], quantity: 3 }),
    )
    const input = {
      withdrawal_key: randomUUID(),
      lines: [{ shopping_cart_item: itemOf(number), quantity: 1 }],
    }
    const answers = await Promise.all(eight.map(() => withdraw(holder, number, input)))
    const numbers = answers.map((answer) =>
      refused(answer) ? answer.refused : answer.response.receipt.withdrawal_number,
    )
    expect(new Set(numbers)).toEqual(new Set([`${number}-W1`]))
    expect((await eventTypes(shop, number)).filter((type) => type === 'withdrawn')).toHaveLength(1)
    const other = [{ shopping_cart_item: itemOf(number), quantity: 2 }]
    expect(await withdraw(holder, number, { ...input, lines: other })).toMatchObject({
      refused: 'invalid-input',
      field: 'withdrawal_key',
    })
  })

  it('never exceeds the ordered units, even with several requests at once', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await deliver(
      await sampleOrder(shop, { gifts: [gift], quantity: 3 }),
    )
    const lines = [{ shopping_cart_item: itemOf(number), quantity: 1 }]
    const answers = await Promise.all(eight.map(() => withdraw(holder, number, { lines })))
    expect(answers.filter((answer) => !refused(answer))).toHaveLength(3)
    const { response } = await holder.done('order', { order_number: number })
    expect(response.withdrawals.map((withdrawal) => withdrawal.withdrawal_number)).toEqual(
      [1, 2, 3].map((place) => `${number}-W${place}`),
    )
    expect(response).toMatchObject({ can: { withdraw: false }, items: [{ withdrawn: 3 }] })
    expect(await withdraw(holder, number)).toMatchObject({ refused: 'nothing-to-withdraw' })
  })

  it('refunds card payments before points', async () => {
    const gift = await shop.gift({ points: 3 })
    const { holder, number } = await deliver(
      await cardOrder(shop, { gift, points: 4, quantity: 2 }),
    )
    const oneUnit = { lines: [{ shopping_cart_item: itemOf(number), quantity: 1 }] }
    expect(await withdraw(holder, number, oneUnit)).toMatchObject({
      response: { receipt: { points: 3, points_to_credit: 1, cents_to_credit: 1000 } },
    })
    expect(await withdraw(holder, number, oneUnit)).toMatchObject({
      response: { receipt: { points: 3, points_to_credit: 3, cents_to_credit: 0 } },
    })
  })

  it('is possible until the end of the fourteenth day after delivery', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await deliver(await sampleOrder(shop, { gifts: [gift] }))
    const { response } = await holder.done('order', { order_number: number })
    const deadline = Date.parse(response.withdraw_until ?? '')
    const days = (deadline - shop.clock.now().getTime()) / DAY
    expect(days).toBeGreaterThan(14)
    expect(days).toBeLessThan(17)

    shop.clock.advance(deadline - shop.clock.now().getTime() + 1000)
    // The session has expired by then.
    const newSession = await shop.logIn(holder.code)
    expect((await newSession.done('order', { order_number: number })).response).toMatchObject({
      can: { withdraw: false },
      withdraw_until: null,
      items: [{ withdrawable: 0 }],
    })
    expect(await withdraw(newSession, number)).toMatchObject({ refused: 'nothing-to-withdraw' })
  })

  it('has no deadline for gifts that have not arrived yet', async () => {
    const gifts = [
      await shop.gift({ points: 2 }),
      await shop.gift({ points: 3, delivery: 'dropship' }),
    ]
    const { holder, number } = await deliver(await sampleOrder(shop, { gifts }))
    const { response } = await holder.done('order', { order_number: number })
    expect(response).toMatchObject({ can: { withdraw: true }, withdraw_until: null })
    expect(await withdraw(holder, number)).toMatchObject({
      response: { receipt: { points: 5, lines: [{ quantity: 1 }, { quantity: 1 }] } },
    })
  })

  it('excludes digital gifts that the holder asked for at once', async () => {
    const gifts = [
      await shop.gift({ points: 2, delivery: 'digital' }),
      await shop.gift({ points: 3 }),
    ]
    const { holder, number } = await deliver(await sampleOrder(shop, { gifts }))
    expect((await holder.done('order', { order_number: number })).response.items).toMatchObject([
      { withdrawable: 0 },
      { withdrawable: 1 },
    ])
    const lines = [{ shopping_cart_item: itemOf(number, 1), quantity: 1 }]
    expect(await withdraw(holder, number, { lines })).toMatchObject({ refused: 'not-withdrawable' })
    expect(await withdraw(holder, number)).toMatchObject({
      response: { receipt: { points: 3, lines: [{ shopping_cart_item: itemOf(number, 2) }] } },
    })
  })

  it('sends the receipt to the address that the holder entered, and to no other', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await deliver(await sampleOrder(shop, { gifts: [gift] }))
    expect(await withdraw(holder, number, { email: 'bea@' })).toMatchObject({
      refused: 'invalid-input',
      field: 'email',
    })
    expect(await withdraw(holder, number, { email: ' bea@example.com' })).toMatchObject({
      response: { receipt: { email: 'bea@example.com' } },
    })
    const { response } = await holder.done('order', { order_number: number })
    expect(response.mails.filter(({ kind }) => kind === 'withdrawal-receipt')).toMatchObject([
      { email: 'bea@example.com', state: 'queued' },
    ])
  })

  it('is refused within the cancellation window, for unknown lines, and for other holders', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    expect(await withdraw(holder, number)).toMatchObject({ refused: 'undo-open' })
    await deliver({ number })
    const line = (shopping_cart_item: string, quantity = 1) => ({ shopping_cart_item, quantity })
    const withdrawLines = (lines: Input['lines']) => withdraw(holder, number, { lines })
    expect(await withdrawLines([line(itemOf(number, 2))])).toMatchObject({
      refused: 'no-such-line',
    })
    expect(await withdrawLines([line(itemOf(number), 2)])).toMatchObject({
      refused: 'too-many-withdrawn',
    })
    expect(await withdrawLines([line(itemOf(number)), line(itemOf(number))])).toMatchObject({
      refused: 'invalid-input',
      field: 'lines',
    })
    const other = await shop.holder()
    expect(await withdraw(other, number)).toMatchObject({ refused: 'no-such-order' })
    expect((await holder.done('order', { order_number: number })).response.withdrawals).toEqual([])
  })
})

describe('the records of withdrawals', () => {
  it('are append-only, and cannot exceed the order or differ from the sum of their lines', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await deliver(await sampleOrder(shop, { gifts: [gift] }))
    const record = (points: number, quantity: number) =>
      shop.sql.begin(async (sql) => {
        const [row] = await sql<{ number: string }[]>`
          insert into withdrawal (order_number, place, key, email, points, points_to_credit,
            cents_to_credit, at)
          values (${number}, 9, ${randomUUID()}, 'a@b.example', ${points}, ${points}, 0, now())
          returning number`
        await sql`
          insert into withdrawal_line (withdrawal_number, order_number, line, quantity)
          values (${row?.number ?? ''}, ${number}, 1, ${quantity})`
      })
    await expect(record(4, 2)).rejects.toThrow(/more than was ordered/)
    await expect(record(1, 1)).rejects.toThrow(/its lines of 2/)
    await withdraw(holder, number)
    await expect(shop.sql`update withdrawal set points = 0`).rejects.toThrow(/append-only/)
    await expect(shop.sql`delete from withdrawal_line`).rejects.toThrow(/append-only/)
  })
  it('lose personal data when it is erased, and nothing else', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await deliver(await sampleOrder(shop, { gifts: [gift] }))
    await withdraw(holder, number, { reason: 'Mijn tante heet Bea' })
    const change = (set: string) =>
      shop.sql.unsafe(`update withdrawal set ${set} where order_number = '${number}'`)
    for (const set of ["email = 'other@example.com'", "reason = 'x'", 'cents_to_credit = 1000']) {
      await expect(change(set)).rejects.toThrow(/append-only/)
    }
    await change("email = '', reason = ''")
    const { response } = await holder.done('order', { order_number: number })
    expect(response.withdrawals).toMatchObject([{ email: '', reason: '', points: 2 }])
  })
})
