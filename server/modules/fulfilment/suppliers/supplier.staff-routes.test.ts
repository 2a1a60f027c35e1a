import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { updateWatchedTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  shop,
  fulfilment,
  owner,
  teapot,
  kettle,
  oven,
  firstSupplier,
  secondSupplier,
  orderFromSuppliers,
  linkOf,
  request,
  sentForm,
  expectConsistentBooks,
  startSupplierShop,
} from '#server/testing/samples/supplier-shop.ts'

startSupplierShop()

it('lists brands without a supplier, and reports an invalid value at its field (DESK-35)', async () => {
  const fields = { name: 'Derde', email: 'derde@example.com', language: 'nl', way: 'mail' }
  const add = async (changed: Record<string, unknown>) => {
    const input = { ...fields, remind_days: 2, brands: [], ...changed }
    const response = await owner.request('POST', '/backoffice/api/suppliers', input)
    const { error } = await jsonOf<{ error: { code: string; field?: string } }>(response)
    return [response.status, error.field]
  }
  expect(await add({ brands: ['test-first'] })).toEqual([409, 'brands'])
  expect(await add({ brands: ['nobody-knows'] })).toEqual([409, 'brands'])
  expect(await add({ email: 'x' })).toEqual([400, 'email'])
  expect(await add({ remind_days: 0 })).toEqual([400, 'remind_days'])
  const response = await fulfilment.request('GET', '/backoffice/api/supplier-brands')
  const { items } = await jsonOf<StaffResponse<'supplierBrands'>>(response)
  const senders = new Map(items.map(({ id, supplier }) => [id, supplier?.name ?? null]))
  expect(senders.get('test-first')).toBe('Eerste leverancier')
  expect([...senders.values()]).toContain(null)
})

it('creates a task for a brand without a supplier; assigning one sends its orders once, also with eight requests at once (DESK-33, DESK-35)', async () => {
  await shop.sql`update brand set supplier_id = null where id = 'test-second'`
  // One order also has gifts of another brand of the new supplier, and one order has been refunded completely.
  const both = await orderFromSuppliers([teapot, oven])
  const alone = await orderFromSuppliers([oven], 2)
  const credited = await orderFromSuppliers([oven])
  const lone = (await jsonOf<StaffResponse<'proposeCredit'>>(
    await owner.request('POST', `/backoffice/api/orders/${credited.number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'goodwill',
      note: 'Kwam te laat',
    }),
  )) as { id: string }
  expect(
    (await owner.request('POST', '/backoffice/api/credits', { proposal: lone.id })).status,
  ).toBe(200)
  // Skips gifts of the warehouse and gifts that are unavailable, withdrawn or delivered.
  const shelf = await shop.gift({ points: 39, inStock: 50, name: 'Plank' })
  await shop.sql`
    update product set brand_id = 'test-second' from article where article.sku = ${shelf.sku} and product.id = product_id`
  await shop.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  const mixed = await orderFromSuppliers([oven, shelf])
  const fell = await orderFromSuppliers([oven])
  const begun = await owner.request('POST', `/backoffice/api/orders/${fell.number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
    note: '',
  })
  expect(begun.status).toBe(200)
  const withdrawn = await orderFromSuppliers([oven])
  await withdrawn.holder.done('withdrawOrder', {
    order_number: withdrawn.number,
    withdrawal_key: randomUUID(),
  })
  const come = await orderFromSuppliers([oven])
  await shop.sql.begin(async (sql) => {
    await sql`update order_line set state = 'delivered' where order_number = ${come.number}`
    await sql`update orders set state = 'delivered' where number = ${come.number}`
    await sql`
      insert into order_event (order_number, month, voucher_id, type, at)
      select number, month, voucher_id, 'delivered', now() from orders where number = ${come.number}`
  })
  const cause = async () => {
    const { items } = await jsonOf<StaffResponse<'tasks'>>(
      await fulfilment.request('GET', '/backoffice/api/tasks?kind=supplier-missing'),
    )
    expect(items).toMatchObject([{ cases: 7, detail: { name: 'Tweede' } }])
    return jsonOf<StaffResponse<'task'>>(
      await fulfilment.request('GET', `/backoffice/api/tasks/${items[0]?.id}`),
    )
  }
  // The brand has no supplier yet.
  expect((await cause()).resolve).toBeNull()
  await shop.sql`update brand set supplier_id = ${Number(firstSupplier)} where id = 'test-second'`
  const { id, shown, resolve } = await cause()
  expect(resolve?.rows.map(({ order, before, after }) => [order, before, after])).toEqual(
    [both, alone, mixed].map(({ number }) => [number, 'mailed-only', 'sent-now']),
  )
  const presses = await Promise.all(
    Array.from({ length: 8 }, () =>
      fulfilment.request('POST', `/backoffice/api/tasks/${id}/resolve`, { shown, note: '' }),
    ),
  )
  expect(presses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const purchases = await shop.sql`
    select order_number as order, line, name, quantity, state from purchase_order_line
    where order_number in ${shop.sql([both, alone, credited, mixed, fell, withdrawn, come].map(({ number }) => number))} order by 1, 2`
  expect([...purchases]).toEqual([
    { order: both.number, line: 1, name: 'Theepot', quantity: 1, state: 'open' },
    { order: both.number, line: 2, name: 'Oven', quantity: 1, state: 'open' },
    { order: alone.number, line: 1, name: 'Oven', quantity: 2, state: 'open' },
    { order: mixed.number, line: 1, name: 'Oven', quantity: 1, state: 'open' },
  ])
  // A completed order needs no task.
  await updateWatchedTasks(shop.shop)
  const still = await shop.sql`
    select from task where kind = 'supplier-missing' and order_number = ${come.number} and closed_at is null`
  expect(still).toHaveLength(0)
  // The existing purchase order gets a new link, and the supplier sends both gifts.
  const link = await linkOf(both.number, 'test-first')
  expect(link).not.toBe(both.link)
  expect(await request(link, sentForm('BOTH', 1, 2))).toBe('303 done')
  expect((await both.order()).items.map(({ state }) => state)).toEqual(['shipped', 'shipped'])
  for (const { number } of [alone, mixed])
    expect(await request(await linkOf(number, 'test-first'), sentForm(`T${number}`, 1))).toBe(
      '303 done',
    )
  await expectConsistentBooks()
  await shop.sql`update brand set supplier_id = ${Number(secondSupplier)} where id = 'test-second'`
})

it('can be answered in the back office, also from a file; its link gives no access to the back office (DESK-35, DESK-4)', async () => {
  const { number, link, order } = await orderFromSuppliers([kettle, oven])
  const token = link.split('/').at(-1) ?? ''
  const refusedCalls = await Promise.all(
    [
      '/backoffice/api/suppliers',
      `/backoffice/api/orders/${number}`,
      '/backoffice/api/session',
    ].map((path) =>
      shop.request(path, {
        headers: { authorization: `Bearer ${token}`, cookie: `backoffice=${token}` },
      }),
    ),
  )
  expect(refusedCalls.map(({ status }) => status)).toEqual([401, 401, 401])
  const file = await fulfilment.request(
    'GET',
    `/backoffice/api/suppliers/${firstSupplier}/purchase-orders?as=csv`,
  )
  const rows = await file.text()
  expect(rows).toContain(`${number}-P1`)
  expect(rows).toContain('Ketel')
  expect(rows).not.toContain('Oven')
  const reader = await staffClient(shop, 'reader', ['2001'])
  await reader.signIn()
  expect(
    (
      await jsonOf<{ purchases: object[] }>(
        await reader.request('GET', `/backoffice/api/suppliers/${firstSupplier}`),
      )
    ).purchases,
  ).toEqual([])
  const say = (input: object) =>
    fulfilment.request('POST', `/backoffice/api/purchase-orders/${number}-P1/answers`, input)
  expect((await say({ what: 'confirm' })).status).toBe(200)
  expect((await say({ what: 'confirm' })).status).toBe(409)
  const nothing = await say({ what: 'decline', lines: [9], reason: 'Op' })
  expect(await jsonOf(nothing)).toMatchObject({ error: { code: 'no-such-line' } })
  const led = await say({
    what: 'sent',
    lines: [1],
    carrier: 'GLS',
    code: 'G',
    link: 'http://g.nl',
  })
  expect(await jsonOf(led)).toMatchObject({ error: { code: 'invalid-input', field: 'link' } })
  const away = `/backoffice/api/purchase-orders/${number}-P2/answers`
  const follow = { lines: [2], carrier: 'UPS', code: 'UPS9', link: ' https://UPS.example/9 ' }
  expect((await fulfilment.request('POST', away, { what: 'sent', ...follow })).status).toBe(200)
  expect((await order()).items).toMatchObject([
    { tracking: [] },
    { tracking: [{ code: 'UPS9', link: 'https://ups.example/9' }] },
  ])
  const told = await Promise.all([
    say({ what: 'sent', lines: [1], carrier: 'GLS', code: 'GLS9' }),
    say({ what: 'decline', lines: [1], reason: 'Op' }),
    request(link, sentForm('GLS8', 1)),
  ])
  const done = told.filter((one) =>
    typeof one === 'string' ? one === '303 done' : one.status === 200,
  )
  expect(done).toHaveLength(1)
  const { choices, items } = await order()
  expect(choices.length + (items[0]?.tracking.length ?? 0)).toBe(1)
  await expectConsistentBooks()
})

it('stores what staff entered for a supplier with the personal data that can be erased (DESK-35, DESK-7)', async () => {
  const { number } = await orderFromSuppliers([teapot, kettle])
  const say = (input: object) =>
    fulfilment.request('POST', `/backoffice/api/purchase-orders/${number}-P1/answers`, input)
  const link = 'https://gls.example/track?postcode=1012AB'
  expect(
    (await say({ what: 'sent', lines: [1], carrier: 'Neef Vossebelt', code: 'V1', link })).status,
  ).toBe(200)
  expect(
    (await say({ what: 'decline', lines: [2], reason: 'Vossebelt woont te ver' })).status,
  ).toBe(200)
  const lines = await shop.sql<{ kept: string; personal: string }[]>`
    select audit.after::text as kept, audit_personal.after::text as personal
    from audit join audit_personal on audit_id = audit.id
    where action = 'purchase.reply-entered' and subject_id = ${number} order by audit.id`
  expect(lines.map(({ kept }) => kept).join(' ')).not.toMatch(/Vossebelt|1012AB|V1/)
  expect(lines.map(({ personal }) => personal)).toEqual([
    expect.stringMatching(/1012AB.*Neef Vossebelt/),
    expect.stringContaining('woont te ver'),
  ])
})
