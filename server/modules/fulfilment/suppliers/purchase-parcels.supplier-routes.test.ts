import { expect, it } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { applyParcelState } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import { eventTypes } from '#server/testing/samples/sample-order.ts'
import {
  shop,
  fulfilment,
  oven,
  firstSupplier,
  orderFromSuppliers,
  page,
  postForm,
  request,
  sentForm,
  expectConsistentBooks,
  startSupplierShop,
} from '#server/testing/samples/supplier-shop.ts'

startSupplierShop()

it('completes line and order with the last parcel, no matter who reports it, also after an assumed delivery (DESK-34, DESK-35)', async () => {
  const inBackoffice = async (number: string) =>
    jsonOf<{ state: string; part: string | null; lines: object[] }>(
      await fulfilment.request('GET', `/backoffice/api/orders/${number}`),
    )
  const mark = async (number: string, code: string) => {
    const said = { code, state: 'delivered', reason: 'De vervoerder belde' }
    const { status } = await fulfilment.request(
      'POST',
      `/backoffice/api/orders/${number}/parcel-states`,
      said,
    )
    expect(status).toBe(200)
  }
  const { number, order, link, other } = await orderFromSuppliers()
  expect(await request(link, sentForm('GLS7', 1, 2))).toBe('303 done')
  expect(await request(other, sentForm('UPS7', 3))).toBe('303 done')
  await mark(number, 'GLS7')
  expect(await inBackoffice(number)).toMatchObject({
    state: 'shipped',
    part: 'partly-delivered',
    lines: [
      { state: 'delivered', part: null },
      { state: 'delivered', part: null },
      { state: 'shipped', part: null },
    ],
  })
  await shop.shop.sql.begin((sql) =>
    applyParcelState(shop.shop, sql, { number, code: 'UPS7', state: 'delivered', staffId: null }),
  )
  expect(await inBackoffice(number)).toMatchObject({
    state: 'delivered',
    part: null,
    lines: [{ part: null }, { part: null }, { state: 'delivered', part: null }],
  })
  const whole = await order()
  expect(whole.items.map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
  expect(whole.withdraw_until).not.toBeNull()

  // The assumed arrival is confirmed.
  const late = await orderFromSuppliers([oven])
  expect(await request(late.other, sentForm('UPS8', 1))).toBe('303 done')
  await shop.sql`update order_event set at = at - interval '60 days' where order_number = ${late.number}`
  await deliverDueLines(shop.shop)
  expect(await late.order()).toMatchObject({
    items: [{ state: 'delivered', delivery_assumed: true }],
    withdraw_until: null,
  })
  await mark(late.number, 'UPS8')
  const come = await late.order()
  expect(come.items).toMatchObject([{ state: 'delivered', delivery_assumed: false }])
  expect(come.withdraw_until).not.toBeNull()
  await expectConsistentBooks()
})

it('corrects carrier, tracking code and link of a parcel on its way, and notifies the recipient again (DESK-34, DESK-35)', async () => {
  const { number, order, link, other } = await orderFromSuppliers()
  const of = (parcel: string, fields: [string, string][]): [string, string][] => [
    ['what', 'resolve'],
    ['parcel', parcel],
    ...fields,
  ]
  const right: [string, string][] = [
    ['carrier', 'UPS'],
    ['code', 'RIGHT'],
    ['link', 'https://ups.example/RIGHT'],
  ]
  expect(await request(link, sentForm('WRONG', 1))).toBe('303 done')
  await shop.shop.jobs.drain()
  expect(await request(other, of('WRONG', right))).toBe('422')
  expect(await request(link, of('NOTHING', right))).toBe('422')
  const typed = await postForm(
    link,
    of('WRONG', [
      ['carrier', 'UPS'],
      ['code', 'RIGHT'],
      ['link', 'x'],
    ]),
  )
  expect(typed.status).toBe(422)
  expect(await typed.text()).toContain('value="RIGHT"')
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => request(link, of('WRONG', right))),
  )
  expect(answers.sort()).toEqual(['303 done', '422', '422', '422'])
  const { html } = await page(link)
  expect(html).toContain('href="https://ups.example/RIGHT"')
  expect(html).toContain('UPS RIGHT')
  expect(html).not.toContain('WRONG')
  await shop.shop.jobs.drain()
  expect((await order()).items[0]).toMatchObject({
    state: 'shipped',
    tracking: [{ code: 'RIGHT', carrier: 'UPS', link: 'https://ups.example/RIGHT' }],
  })
  const mails = await shop.sql<{ subject_id: string; state: string; html: string }[]>`
    select subject_id, mail.state, html from mail join sandbox_mail on mail.id::text = sandbox_mail.id::text
    where template = 'order-shipped' and split_part(subject_id, ':', 1) = ${number} order by mail.created_at`
  expect(mails).toMatchObject([
    { subject_id: `${number}:WRONG`, state: 'replaced' },
    { subject_id: `${number}:RIGHT`, state: 'sent' },
  ])
  expect(mails[1]?.html).toContain('UPS RIGHT')
  expect(await eventTypes(shop, number)).toContain('supplier-resolved')
  // A staff member may correct it, too. An unchanged parcel sends no second mail.
  const resolved = await fulfilment.request(
    'POST',
    `/backoffice/api/purchase-orders/${number}-P1/answers`,
    {
      what: 'resolve',
      parcel: 'RIGHT',
      carrier: 'GLS',
      code: 'RIGHT',
      link: null,
    },
  )
  expect(resolved.status).toBe(200)
  expect((await order()).items[0]).toMatchObject({
    tracking: [{ code: 'RIGHT', carrier: 'GLS', link: null }],
  })
  // The page of the supplier in the back office links to it as long as something can be corrected.
  const correctable = async () => {
    const { purchases } = await jsonOf<StaffResponse<'staffSupplier'>>(
      await fulfilment.request('GET', `/backoffice/api/suppliers/${firstSupplier}`),
    )
    return purchases.find((one) => one.order === number)?.correctable
  }
  expect(await correctable()).toBe(true)
  const brought = await fulfilment.request(
    'POST',
    `/backoffice/api/orders/${number}/parcel-states`,
    {
      code: 'RIGHT',
      state: 'delivered',
      reason: 'Afgetekend',
    },
  )
  expect(brought.status).toBe(200)
  expect(await request(link, of('RIGHT', right))).toBe('409')
  expect((await page(link)).html).not.toContain('value="resolve"')
  await expectConsistentBooks()
  expect(await correctable()).toBe(false)
})

it('adds gifts to a parcel later, and rejects its tracking code for another parcel (DESK-34, DESK-35)', async () => {
  const { number, order, link } = await orderFromSuppliers()
  const mails = async () => {
    await shop.shop.jobs.drain()
    return shop.sql<{ plain: string }[]>`
      select plain from mail join sandbox_mail on mail.id::text = sandbox_mail.id::text
      where template = 'order-shipped' and split_part(subject_id, ':', 1) = ${number} order by mail.created_at, copy`
  }
  expect(await request(link, sentForm('TWICE', 1))).toBe('303 done')
  expect(await mails()).toHaveLength(1)
  const other = await postForm(link, [
    ...sentForm('TWICE', 2).filter(([name]) => name !== 'carrier'),
    ['carrier', 'UPS'],
  ])
  expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('eigen code')])
  const inBackoffice = await fulfilment.request(
    'POST',
    `/backoffice/api/purchase-orders/${number}-P1/answers`,
    {
      what: 'sent',
      lines: [2],
      carrier: 'UPS',
      code: 'Twice',
    },
  )
  expect([inBackoffice.status, await jsonOf(inBackoffice)]).toMatchObject([
    409,
    { error: { code: 'code-taken' } },
  ])
  // The spelling of the code does not matter: carriers print it in groups.
  expect(await request(link, sentForm('tw ice', 2))).toBe('303 done')
  const { items } = await order()
  expect(items.slice(0, 2)).toMatchObject([
    { state: 'shipped', tracking: [{ code: 'TWICE' }] },
    { state: 'shipped', tracking: [{ code: 'TWICE' }] },
  ])
  const kept = await shop.sql`select code from parcel where order_number = ${number}`
  expect(kept).toEqual([{ code: 'TWICE' }])
  // The holder got a mail about one gift.
  const told = await mails()
  expect(told).toHaveLength(2)
  expect(told[1]?.plain).toMatch(/Theepot[^]*Ketel/)
  await expectConsistentBooks()
})
