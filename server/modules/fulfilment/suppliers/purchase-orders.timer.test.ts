import { expect, it } from 'vitest'
import { remindSuppliers } from '#server/modules/fulfilment/suppliers/purchase-orders.timer.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import texts from '#server/modules/fulfilment/suppliers/messages/nl.json' with { type: 'json' }
import {
  shop,
  fulfilment,
  teapot,
  firstSupplier,
  secondSupplier,
  orderFromSuppliers,
  linkOf,
  page,
  postForm,
  request,
  sentForm,
  expectConsistentBooks,
  startSupplierShop,
} from '#server/testing/samples/supplier-shop.ts'

startSupplierShop()

const DAY_MS = 86_400_000

it('is reminded once after its working days, then creates a task; a repeated mail has a new link (DESK-35, DESK-33)', async () => {
  const { number, link } = await orderFromSuppliers([teapot])
  shop.clock.advance(5 * DAY_MS)
  await Promise.all(Array.from({ length: 8 }, () => remindSuppliers(shop.shop)))
  expect(await linkOf(number, 'test-first', 'purchase-reminder')).toBe(link)
  shop.clock.advance(5 * DAY_MS)
  await Promise.all(Array.from({ length: 8 }, () => remindSuppliers(shop.shop)))
  const reminders = await shop.sql`
    select from mail where template = 'purchase-reminder' and split_part(subject_id, ':', 1) = ${number}`
  expect(reminders.count).toBe(1)
  // The session in the back office expires in between.
  await fulfilment.signIn()
  const silent = await jsonOf<{ items: { order: string }[] }>(
    await fulfilment.request('GET', '/backoffice/api/tasks?kind=supplier-silent'),
  )
  expect(silent.items).toMatchObject([{ order: number }])
  const list = await jsonOf<{ items: { id: string; late: number }[] }>(
    await fulfilment.request('GET', '/backoffice/api/suppliers'),
  )
  expect(list.items.find(({ id }) => id === firstSupplier)).toMatchObject({ late: 1 })
  expect(list.items.find(({ id }) => id === secondSupplier)).toMatchObject({ late: 0 })

  const send = () =>
    fulfilment.request('POST', `/backoffice/api/purchase-orders/${number}-P1/send`, {})
  expect([(await send()).status, (await send()).status]).toEqual([200, 409])
  const newer = await linkOf(number, 'test-first')
  expect(newer).not.toBe(link)
  expect((await page(link)).html).not.toContain('Theepot')
  expect((await page(newer)).html).toContain('Theepot')
  const old = await postForm(link, sentForm('GLS2', 1))
  expect(old.status).toBe(409)
  const oldPage = await old.text()
  // The page explains the error and shows the typed text for copying.
  expect(oldPage).toContain('Er is een nieuwere link')
  expect(oldPage).toContain(texts.unsaved)
  expect(oldPage).toContain('GLS2')
  expect(oldPage).not.toContain(texts.late)
  expect(await request(link, [['what', 'renew']])).toBe('303 mailed-just-now')

  // Thirty days after the last action the link has expired, and a new one can be requested.
  shop.clock.advance(31 * DAY_MS)
  expect((await page(newer)).html).not.toContain('Theepot')
  const asks = await Promise.all(
    Array.from({ length: 8 }, () => request(newer, [['what', 'renew']])),
  )
  expect(asks.sort()).toEqual([...Array(7).fill('303 mailed-just-now'), '303 renewed'])
  expect((await page(`${newer}?said=mailed-just-now`)).html).toContain(
    'net een nieuwe link gemaild',
  )
  const links = await shop.sql`select from purchase_link where number = ${`${number}-P1`}`
  expect(links.count).toBe(3)
  const newest = await linkOf(number, 'test-first')
  expect((await page(newest)).html).toContain('Theepot')
  expect((await page(`/supplier/${'x'.repeat(43)}`)).status).toBe(404)
  await expectConsistentBooks()
})
