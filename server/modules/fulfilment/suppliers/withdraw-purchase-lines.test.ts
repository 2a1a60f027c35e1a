import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { creditDueWithdrawals } from '#server/modules/refunds/credit-withdrawals.timer.ts'
import { remindSuppliers } from '#server/modules/fulfilment/suppliers/purchase-orders.timer.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import texts from '#server/modules/fulfilment/suppliers/messages/nl.json' with { type: 'json' }
import {
  shop,
  owner,
  teapot,
  kettle,
  orderFromSuppliers,
  linkOf,
  page,
  postForm,
  request,
  sentForm,
  expectConsistentBooks,
  creditGoodwill,
  declinedForm,
  withdrawalMails,
  startSupplierShop,
} from '#server/testing/samples/supplier-shop.ts'

startSupplierShop()

/** A gift becomes unavailable in the back office. */
const fallsAway = (number: string, line: number, quantity: number, left: number) =>
  owner.request('POST', `/backoffice/api/orders/${number}/replacements`, {
    line,
    quantity,
    left,
    cause: 'sold-out',
  })

it('is notified at once of units that became unavailable in the back office, and sends the rest (DESK-35, DESK-32)', async () => {
  const { number, order, link } = await orderFromSuppliers([teapot], 3)
  const answers = await Promise.all(Array.from({ length: 8 }, () => fallsAway(number, 1, 1, 3)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await shop.shop.jobs.drain()
  const [mail, ...more] = await withdrawalMails(number)
  expect([mail?.['recipient'], more]).toEqual(['test-first@example.com', []])
  expect(mail?.['html']).toContain('1 × Theepot')
  expect(mail?.['html']).toContain(link)
  const { html } = await page(link)
  expect(html).toMatch(/2 × Theepot[^·]*<\/li>/)
  expect(html).toMatch(/1 × Theepot<\/strong><br\/><span[^>]*>[^<]* · Niet meer nodig/)

  expect(await request(link, sentForm('GLS-GONE', 2))).toBe('409')
  expect(await request(link, declinedForm(2))).toBe('409')
  expect(
    (await (await postForm(link, sentForm('GLS-GONE', 2))).text()).includes('niet meer nodig'),
  ).toBe(true)
  expect(await request(link, sentForm('GLS-REST', 1))).toBe('303 done')
  expect(await order()).toMatchObject({
    items: [
      { quantity: 2, state: 'shipped' },
      { quantity: 1, state: 'released' },
    ],
    choices: [{ quantity: 1, outcome: null }],
  })
  await expectConsistentBooks()
})

it('shows what became unavailable since the form was opened, and keeps the typed answer for the rest (DESK-35)', async () => {
  const { number, link, order } = await orderFromSuppliers([teapot, kettle], 3)
  const seen = async () => {
    const [, value = ''] = /name="seen" value="([^"]*)"/.exec((await page(link)).html) ?? []
    return ['seen', value] as [string, string]
  }
  const before = await seen()
  expect((await fallsAway(number, 1, 1, 3)).status).toBe(200)
  for (const form of [[['what', 'confirm']], sentForm('GLS-SEEN', 1), declinedForm(1)] satisfies [
    string,
    string,
  ][][]) {
    const answer = await postForm(link, [...form, before])
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain(texts.changed)
    expect(html).toContain('Theepot: nu 2, eerst 3')
    expect(html).not.toContain('Ketel: nu')
    if (form[0]?.[1] === 'sent') expect(html).toContain('value="GLS-SEEN"')
  }
  expect((await order()).items).toMatchObject([
    { quantity: 2, state: 'released' },
    { quantity: 1, state: 'released' },
    { quantity: 3, state: 'released' },
  ])
  // Unchanged lines can still be answered with the old form.
  expect(await request(link, [...sentForm('GLS-OTHER', 2), before])).toBe('303 done')
  expect(await request(link, [...sentForm('GLS-SEEN', 1), await seen()])).toBe('303 done')
  await expectConsistentBooks()
})

it('reports that an answer was not saved because one of its gifts became unavailable (DESK-35)', async () => {
  const { number, link, order } = await orderFromSuppliers([teapot, kettle])
  const form: [string, string][] = [...sentForm('GLS-BOTH', 1, 2), ['seen', '1:1 2:1']]
  expect((await fallsAway(number, 1, 1, 1)).status).toBe(200)
  const answer = await postForm(link, form)
  expect(answer.status).toBe(409)
  const html = await answer.text()
  expect(html).toContain(texts.changed)
  expect(html).toContain('Theepot: nu 0, eerst 1')
  expect(html).toContain('value="GLS-BOTH"')
  expect((await order()).items).toMatchObject([{ state: 'released' }, { state: 'released' }])
})

it('confirms nothing if everything became unavailable (DESK-35)', async () => {
  const { number, link } = await orderFromSuppliers([teapot])
  const form: [string, string][] = [...sentForm('GLS-NONE', 1), ['seen', '1:1']]
  expect((await fallsAway(number, 1, 1, 1)).status).toBe(200)
  const answer = await postForm(link, [['what', 'confirm']])
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('iet meer nodig'),
  ])
  const late = await postForm(link, form)
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('GLS-NONE')])
  const [purchase] = await shop.sql`
    select confirmed_at from purchase_order where order_number = ${number}`
  expect(purchase).toEqual({ confirmed_at: null })
})

it('is asked once again for units that can be delivered after all (DESK-35, DESK-32)', async () => {
  const { number, link } = await orderFromSuppliers([teapot])
  // A reminder without an answer. The task closes when no line is open any more.
  await shop.sql`
    update purchase_order set reminded = 1, remind_at = ${shop.clock.now()} where order_number = ${number}`
  await remindSuppliers(shop.shop)
  const silent = () => shop.sql`
    select from task where kind = 'supplier-silent' and order_number = ${number} and closed_at is null`
  expect((await silent()).count).toBe(1)
  const { id } = await jsonOf<{ id: string }>(await fallsAway(number, 1, 1, 1))
  expect((await silent()).count).toBe(0)
  expect((await page(link)).html).toContain('iet meer nodig')
  const off = await owner.request('DELETE', `/backoffice/api/replacements/${id}`, {
    reason: 'Toch gevonden',
  })
  expect(off.status).toBe(200)
  const newLink = await linkOf(number, 'test-first')
  expect(newLink).not.toBe(link)
  expect(await request(link, sentForm('GLS-OLD', 1))).toBe('409')
  expect(await request(newLink, sentForm('GLS-NEW', 1))).toBe('303 done')
  await expectConsistentBooks()
})

it('ends the line if a supplier declines units that were refunded in part or completely (DESK-35, DESK-32)', async () => {
  const part = await orderFromSuppliers([teapot], 3)
  await fallsAway(part.number, 1, 1, 3)
  await creditGoodwill(part.number, 1, 1)
  expect(await request(part.link, declinedForm(1))).toBe('303 done')
  expect(await part.order()).toMatchObject({
    items: [
      { quantity: 1, state: 'cancelled' },
      { quantity: 1, state: 'released' },
      { quantity: 1, state: 'released' },
    ],
    choices: [{ outcome: null }, { outcome: null }],
  })

  const whole = await orderFromSuppliers([teapot])
  await creditGoodwill(whole.number, 1, 1)
  expect(await request(whole.link, declinedForm(1))).toBe('303 done')
  expect(await whole.order()).toMatchObject({ state: 'cancelled', choices: [] })
  // A supplier with nothing to send sees no address.
  const { html } = await page(whole.link)
  expect(html).toContain('Theepot')
  for (const personal of ['Anna', 'Zilverkade', '1012']) expect(html).not.toContain(personal)
  await expectConsistentBooks()
})

it('refunds a withdrawal without a person if its supplier declines later, and ends the line (DESK-30, DESK-35)', async () => {
  const look = () => Promise.all(Array.from({ length: 8 }, () => creditDueWithdrawals(shop.shop)))
  const withdrawFrom = async (
    one: Awaited<ReturnType<typeof orderFromSuppliers>>,
    line: number,
    quantity: number,
  ) => {
    const item = (await one.order()).items[line - 1]?.shopping_cart_item ?? ''
    await one.holder.done('withdrawOrder', {
      order_number: one.number,
      withdrawal_key: randomUUID(),
      lines: [{ shopping_cart_item: item, quantity }],
    })
  }
  const whole = await orderFromSuppliers([teapot])
  await withdrawFrom(whole, 1, 1)
  expect(await request(whole.link, declinedForm(1))).toBe('303 done')
  await expectConsistentBooks()
  await look()
  expect(await whole.order()).toMatchObject({
    state: 'cancelled',
    points_refunded: 39,
    choices: [],
  })

  // The open unit starts a replacement offer; the withdrawn unit is refunded.
  const part = await orderFromSuppliers([teapot], 2)
  await withdrawFrom(part, 1, 1)
  expect(await request(part.link, declinedForm(1))).toBe('303 done')
  await look()
  expect(await part.order()).toMatchObject({
    items: [
      { quantity: 1, state: 'cancelled' },
      { quantity: 1, state: 'released' },
    ],
    points_refunded: 39,
    choices: [{ outcome: null }],
  })

  // A withdrawal that includes a sent gift is refunded only after the gift was returned.
  const both = await orderFromSuppliers([teapot, kettle])
  await withdrawFrom(both, 1, 1)
  await look()
  expect(await both.order()).toMatchObject({ points_refunded: 0 })
  await expectConsistentBooks()
})
