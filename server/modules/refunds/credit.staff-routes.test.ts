import { expect, it } from 'vitest'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact } from '#server/testing/test-shop.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import mailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import {
  shop,
  customerService,
  vase,
  request,
  oneUnit,
  proposeCredit,
  bookCredit,
  paidOrder,
  creditTotals,
  expectConsistentBooks,
  startCreditShop,
} from '#server/testing/samples/credit-shop.ts'

startCreditShop()

it('proposes lines, points, cents and VAT, and books exactly this proposal once in one transaction (DESK-30, DESK-31)', async () => {
  const { number, holder } = await paidOrder()
  const { body: proposal } = await proposeCredit(number)
  expect(proposal).toMatchObject({
    points: 4,
    points_back: 2,
    cents: 1000,
    cents_sent: 1000,
    vat_cents: 174,
    lines: [{ line: 1, quantity: 1, points: 4 }],
    cancels: false,
    voucher_ended: false,
    needs_approval: false,
  })
  expect(await creditTotals(number)).toMatchObject({
    credits: 0,
    points: 0,
    cents: 0,
    available: 0,
  })

  const answers = await Promise.all(Array.from({ length: 8 }, () => bookCredit(proposal.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 200)?.body.credit).toBe(`${number}-C1`)
  const repeated = answers.filter(({ body }) => body.error?.code === 'done-already')
  // A repeat after a lost response gets the number of the credit.
  expect(repeated).toHaveLength(7)
  for (const { body } of repeated)
    expect(body.changes).toEqual([{ what: 'booked', before: '', after: `${number}-C1` }])
  expect(await creditTotals(number)).toMatchObject({
    credits: 1,
    points: 2,
    cents: 1000,
    available: 2,
  })
  const [audit] = await shop.sql`
    select count(*)::integer as lines from audit where action = 'credit.booked' and subject_id = ${number}`
  expect(audit?.['lines']).toBe(1)
  const page = await jsonOf<{ credits: object[] }>(
    await customerService.request('GET', `/backoffice/api/orders/${number}`),
  )
  expect(page.credits).toMatchObject([{ lines: [{ line: 1, quantity: 1 }] }])

  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ plain: string }[]>`
    select plain from sandbox_mail where subject like '%' || ${number} || '%' and plain like '%terug%' order by created_at desc limit 1`
  expect(mail?.plain.replace(/\s+/g, ' ')).toMatch(/2 punten.*€ 10,00.*€ 1,74/)
  const { response } = await holder.done('order', { order_number: number })
  expect(response.refunds).toMatchObject([{ points: 2 }, { cents: 1000 }])
  expect(response.can.withdraw).toBe(false)
  expect((await proposeCredit(number)).body.error?.code).toBe('more-than-left')
  await expectConsistentBooks()
})

it('warns before booking that the points go to an expired voucher (DESK-30)', async () => {
  const { number } = await paidOrder()
  await shop.sql`
    update voucher set valid_until = ${shop.clock.now()}
    where id = (select voucher_id from orders where number = ${number})`
  expect((await proposeCredit(number)).body).toMatchObject({ points_back: 2, voucher_ended: true })
})

it('says in the refund mail that the points are on an expired voucher, while it is expired (DESK-30)', async () => {
  const refundMail = async (hasEnded: boolean) => {
    const { number } = await paidOrder()
    await shop.sql`
      update voucher set valid_until = ${new Date(shop.clock.now().getTime() + (hasEnded ? -1 : 1) * 60_000)}
      where id = (select voucher_id from orders where number = ${number})`
    await bookCredit((await proposeCredit(number)).body.id)
    await shop.shop.jobs.drain()
    const [mail] = await shop.sql<{ plain: string }[]>`
      select plain from sandbox_mail
      where subject = ${fillTemplate(mailTexts['order-credited'].subject, { order_number: number })}`
    return mail?.plain.replace(/\s+/g, ' ') ?? ''
  }
  const expiryNotice = /2 punten.*Je code is intussen verlopen/
  expect(await refundMail(true)).toMatch(expiryNotice)
  expect(await refundMail(false)).not.toMatch(expiryNotice)
})

it('refunds the VAT of a line at its own rate, in several parts or in one (DESK-30, DESK-31)', async () => {
  const plate = await shop.gift({ points: 1, inStock: 9 })
  await shop.sql`update article set vat_class = 'reduced' where sku = ${plate.sku}`
  const { number } = await cardOrder(shop, { gift: plate, quantity: 4, points: 6, beside: [vase] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const creditOneUnit = async (line: number) => {
    const { body } = await proposeCredit(number, { ...oneUnit, lines: [{ line, quantity: 1 }] })
    await bookCredit(body.id)
    const shares = await shop.sql<{ vat_cents: number }[]>`
      select bp, cents, vat_cents from credit_vat join credit on number = credit_number
      where proposal_id = ${body.id} order by bp`
    expect(body.vat_cents).toBe(shares.reduce((sum, share) => sum + share.vat_cents, 0))
    return [...shares]
  }
  // The ten euros are divided equally between the two rates.
  expect(await creditOneUnit(1)).toEqual([{ bp: 900, cents: 500, vat_cents: 41 }])
  expect(await creditOneUnit(2)).toEqual([{ bp: 2100, cents: 500, vat_cents: 87 }])
  const [sold] = await shop.sql`
    select sum(cents)::integer as cents, sum(vat_cents)::integer as vat from vat_of_order(${number})`
  expect(sold).toEqual({ cents: 1000, vat: 128 })
  await expectConsistentBooks()
})

it('books one of eight proposals made at once, and reports the change to the others (DESK-30)', async () => {
  const { number } = await paidOrder({ quantity: 2 })
  const clerks = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const clerk = await staffClient(shop, 'service')
      await clerk.signIn()
      return clerk
    }),
  )
  const bothUnits = { ...oneUnit, lines: [{ line: 1, quantity: 2 }] }
  const proposals = await Promise.all(
    clerks.map((clerk) => proposeCredit(number, bothUnits, clerk)),
  )
  const answers = await Promise.all(
    clerks.map((clerk, index) => bookCredit(proposals[index]?.body.id ?? '', clerk)),
  )
  const refusals = answers.filter(({ status }) => status === 409)
  expect(refusals).toHaveLength(7)
  for (const { body } of refusals) {
    expect(body.error?.code).toBe('changed-since')
    expect(body.changes).toContainEqual({ what: 'credits', before: '0', after: '1' })
  }
  expect(await creditTotals(number)).toMatchObject({ credits: 1, points: 6, cents: 1000 })
  await expectConsistentBooks()
})

it('cancels a complete order before fulfilment, with gifts, points and money, and restocks only what was sent (DESK-30)', async () => {
  const { number } = await paidOrder({ released: false, quantity: 2 })
  const half = await proposeCredit(number, { ...oneUnit, goods: 'shelf' })
  expect(half.body.error?.code).toBe('not-released')
  const all = { lines: [{ line: 1, quantity: 2 }], reason: 'cancelled', goods: 'shelf' }
  const { body: proposal } = await proposeCredit(number, all)
  expect(proposal.cancels).toBe(true)
  const [before] = await shop.sql<
    { on_hand: number }[]
  >`select on_hand from stock where sku = ${vase.sku}`
  expect((await bookCredit(proposal.id)).status).toBe(200)
  const [after] = await shop.sql<
    { on_hand: number }[]
  >`select on_hand from stock where sku = ${vase.sku}`
  expect((after?.on_hand ?? 0) - (before?.on_hand ?? 0)).toBe(2)
  expect(await creditTotals(number)).toMatchObject({ credits: 1, points: 6, cents: 1000 })
  const [order] = await shop.sql`select state from orders where number = ${number}`
  expect(order?.['state']).toBe('cancelled')
  expect((await proposeCredit(number)).body.error?.code).toBe('order-cancelled')

  // Returned gifts go back to stock or are written off.
  const sent = await paidOrder({ quantity: 2 })
  const returned = { ...oneUnit, reason: 'returned', goods: 'shelf' }
  expect((await proposeCredit(sent.number, returned)).body.error?.code).toBe('not-sent')
  expect((await proposeCredit(sent.number, { ...returned, reason: 'late' })).body.error?.code).toBe(
    'not-sent',
  )
  const stop = await proposeCredit(sent.number, { ...oneUnit, reason: 'cancelled' })
  expect(stop.body.error?.code).toBe('in-fulfilment')
  await shop.shop.jobs.drain()
  await (shop.shop.ports.delivery as SandboxDelivery).advance(sent.number, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  for (const goods of ['shelf', 'written-off']) {
    const { body } = await proposeCredit(sent.number, { ...oneUnit, reason: 'returned', goods })
    await bookCredit(body.id)
  }
  const moves = await shop.sql`
    select quantity, reason from stock_movement where order_number = ${sent.number} order by id`
  expect([...moves]).toEqual([
    { quantity: -2, reason: 'order' },
    { quantity: 1, reason: 'return' },
  ])
  // The stock history names the staff member.
  const stock = await jsonOf<{ moves: object[] }>(
    await customerService.request('GET', `/backoffice/api/stock/${vase.sku}`),
  )
  expect(stock.moves).toContainEqual(
    expect.objectContaining({ order: sent.number, reason: 'return', by: expect.any(String) }),
  )
  await expectConsistentBooks()
})

it('does not send units that a credit stops, and always sends units of a goodwill credit (DESK-30)', async () => {
  const bowl = await shop.gift({ points: 5, inStock: 50 })
  const { number, holder } = await sampleOrder(shop, { gifts: [vase, bowl], quantity: 3 })
  const onHand = async (sku: string) => {
    const [row] = await shop.sql<{ on_hand: number }[]>`
      select on_hand from stock where sku = ${sku}`
    return row?.on_hand ?? 0
  }
  const before = { vase: await onHand(vase.sku), bowl: await onHand(bowl.sku) }
  const proposeLine = (line: number, quantity: number, reason: string) =>
    proposeCredit(number, { lines: [{ line, quantity }], reason, note: '' })
  const goodwill = await proposeLine(1, 1, 'goodwill')
  expect(goodwill.body).toMatchObject({ stops: false, cancels: false, goods: 'none' })
  await bookCredit(goodwill.body.id)
  const cancelled = await proposeLine(1, 2, 'cancelled')
  expect(cancelled.body).toMatchObject({ stops: true, cancels: false, goods: 'shelf', points: 8 })
  const answersOfRace = await Promise.all(
    Array.from({ length: 8 }, () => bookCredit(cancelled.body.id)),
  )
  expect(answersOfRace.filter(({ status }) => status === 200)).toHaveLength(1)
  const unavailable = await proposeLine(2, 3, 'falls-away')
  await bookCredit(unavailable.body.id)
  expect(await onHand(vase.sku)).toBe(before.vase + 2)
  expect(await onHand(bowl.sku)).toBe(before.bowl + 3)
  const placed = await holder.done('order', { order_number: number })
  expect(placed.response.state).toBe('placed')
  await expectConsistentBooks()

  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const [packed] = await shop.sql<{ lines: object[] }[]>`
    select content -> 'lines' as lines from sandbox_warehouse_order where order_number = ${number}`
  expect(packed?.lines).toMatchObject([{ sku: vase.sku, quantity: 1 }])
  await expectConsistentBooks()

  // Goodwill for each line: the order is sent anyway, unless staff cancel it.
  const credited = await sampleOrder(shop, { gifts: [vase, bowl] })
  for (const line of [1, 2]) {
    const { body } = await proposeCredit(credited.number, {
      lines: [{ line, quantity: 1 }],
      reason: 'goodwill',
    })
    await bookCredit(body.id)
  }
  const fulfilment = await staffClient(shop, 'fulfilment')
  await fulfilment.signIn()
  const cancel = (client: StaffClient) =>
    request(client, `/orders/${credited.number}/cancel`, { reason: 'Asked by telephone' })
  const [order] = await shop.sql`select state from orders where number = ${credited.number}`
  expect(order?.['state']).toBe('placed')
  // Fulfilment staff can cancel only orders that are not submitted, and cannot start a replacement offer.
  expect(
    (await request(fulfilment, `/orders/${number}/cancel`, { reason: 'No' })).body.error?.code,
  ).toBe('released')
  const replacement = await request(fulfilment, `/orders/${number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
  })
  expect(replacement.status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(fulfilment)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await creditTotals(credited.number)).toMatchObject({ credits: 2, points: 9 })
  await expectConsistentBooks()
})

it('credits a withdrawal once with the amount of its receipt, and none of its units again (DESK-30)', async () => {
  const { number, holder } = await paidOrder({ quantity: 2 })
  await shop.sql`update order_line set state = 'shipped' where order_number = ${number}`
  await shop.sql`update orders set state = 'shipped' where number = ${number}`
  const key = '00000000-0000-4000-8000-00000000c0de'
  const item = `${number}-1`
  const { response } = await holder.done('withdrawOrder', {
    order_number: number,
    withdrawal_key: key,
    lines: [{ shopping_cart_item: item, quantity: 1 }],
  })
  const withdrawal = response.receipt.withdrawal_number
  expect(response.receipt).toMatchObject({ points_to_credit: 2, cents_to_credit: 1000 })
  const tooMany = await proposeCredit(number, { ...oneUnit, lines: [{ line: 1, quantity: 2 }] })
  expect(tooMany.body.error?.code).toBe('more-than-left')
  // Only points are left to credit: the euros are promised to the withdrawal.
  expect((await proposeCredit(number)).body).toMatchObject({ points_back: 4, cents: 0 })
  const withdrawalCredit = { withdrawal, reason: 'withdrawn', goods: 'shelf' }
  const [first, second] = await Promise.all([
    proposeCredit(number, withdrawalCredit),
    proposeCredit(number, withdrawalCredit),
  ])
  expect(first.body).toMatchObject({ points_back: 2, cents: 1000 })
  expect((await bookCredit(first.body.id)).body.credit).toBe(`${number}-C1`)
  expect((await bookCredit(second.body.id)).body.error?.code).toBe('changed-since')
  expect((await proposeCredit(number, withdrawalCredit)).body.error?.code).toBe('more-than-left')
  const remaining = await proposeCredit(number)
  expect((await bookCredit(remaining.body.id)).status).toBe(200)
  expect(await creditTotals(number)).toMatchObject({ credits: 2, points: 6, cents: 1000 })
  const again = await holder.call('withdrawOrder', {
    order_number: number,
    withdrawal_key: '00000000-0000-4000-8000-00000000c0df',
  })
  expect(again).toMatchObject({ refused: 'nothing-to-withdraw' })
  await expectConsistentBooks()
})

it('states the refund in every mail that states what was paid (DESK-30)', async () => {
  const { number, holder } = await paidOrder({ released: false })
  await bookCredit((await proposeCredit(number, { ...oneUnit, reason: 'goodwill' })).body.id)
  const changed = await holder.done('changeOrderAddress', {
    ...sampleContact,
    order_number: number,
    delivery_address_housenr: '14',
  })
  expect(changed.response.points_refunded).toBe(2)
  shop.clock.advance(10 * 60_000)
  await shop.shop.jobs.drain({ includeScheduled: true })
  const mails = await shop.sql<{ plain: string }[]>`
    select plain from sandbox_mail where subject like '%' || ${number} || '%' and subject like '%gewijzigd%'`
  expect(mails.map(({ plain }) => plain.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    expect.stringMatching(
      /€ 10,00\s[^]*Terug op je code\s+2 punten\s+Terug op je rekening\s+€ 10,00/,
    ),
  ])
})
