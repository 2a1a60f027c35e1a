import { expect, it } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { eventTypes } from '#server/testing/samples/sample-order.ts'
import texts from '#server/modules/fulfilment/suppliers/messages/nl.json' with { type: 'json' }
import {
  shop,
  fulfilment,
  teapot,
  kettle,
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

it('opens one order without an account, ships a line with tracking and declines one, which its recipient replaces (DESK-35)', async () => {
  const { number, order, link, other } = await orderFromSuppliers()
  const { html, headers, status } = await page(link)
  expect(status).toBe(200)
  expect(html).toContain('Theepot')
  expect(html).toContain('Anna')
  // A supplier sees no gifts of another supplier, and only the address of the holder.
  expect(html).not.toContain('Oven')
  expect(html).not.toContain('anna@example.com')
  expect((await page(other)).html).toContain('lang="en')
  expect((await page(other)).html).not.toContain('Theepot')
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*frame-ancestors 'none'/,
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).not.toContain('<script')

  // Its state, and one filled button: that of the next step (PRODUCT-20).
  const filled = (text: string) =>
    [...text.matchAll(/<button value="(\w+)" name="what">/g)].map(([, what]) => what)
  expect(html).toContain('Wacht op je bevestiging')
  expect(filled(html)).toEqual(['confirm'])
  expect(await request(link, [['what', 'confirm']])).toBe('303 done')
  const confirmed = (await page(link)).html
  expect(confirmed).toContain('Bevestigd, nog niet verzonden')
  expect(filled(confirmed)).toEqual(['sent'])
  expect(await request(link, [['what', 'confirm']])).toBe('409')
  // The holder opens this link, so it must be a web address.
  const script = sentForm('GLS1', 1).map(([name, value]): [string, string] => [
    name,
    name === 'link' ? 'javascript:alert(1)' : value,
  ])
  expect(await request(link, script)).toBe('422')
  expect(await request(link, sentForm('GLS1', 3))).toBe('422')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => request(link, sentForm('GLS1', 1))),
  )
  expect(answers.sort()).toEqual(['303 done', ...Array(7).fill('409')])
  expect(
    await request(link, [
      ['what', 'decline'],
      ['reason', 'Uit productie'],
      ['line', '2'],
    ]),
  ).toBe('303 done')
  await shop.shop.jobs.drain()
  const now = await order()
  expect(now).toMatchObject({
    state: 'released',
    items: [
      { name: 'Theepot', state: 'shipped', tracking: [{ code: 'GLS1', carrier: 'GLS' }] },
      { name: 'Ketel', state: 'released', tracking: [] },
      { name: 'Oven', state: 'released' },
    ],
    choices: [{ name: 'Ketel', outcome: null }],
  })
  const mails = await shop.sql`
    select from mail where template = 'order-shipped' and subject_id = ${`${number}:GLS1`}`
  expect(mails.count).toBe(1)
  expect(await eventTypes(shop, number)).toEqual(
    expect.arrayContaining(['supplier-asked', 'supplier-confirmed', 'supplier-sent', 'fell-away']),
  )
  expect((await page(link)).html).toContain('Uit productie')
  expect(await request(other, sentForm('UPS1', 3))).toBe('303 done')
  // Gifts that a supplier sent count as delivered on their expected date.
  await shop.sql`update order_event set at = at - interval '60 days' where order_number = ${number}`
  await deliverDueLines(shop.shop)
  expect((await order()).items).toMatchObject([
    { state: 'delivered', delivery_assumed: true },
    { state: 'released' },
    { state: 'delivered' },
  ])
  await expectConsistentBooks()
})

it('is not shown as confirmed where everything was declined (DESK-35)', async () => {
  const { number, link } = await orderFromSuppliers([teapot, kettle])
  const confirmed = async () => {
    const response = await fulfilment.request('GET', `/backoffice/api/suppliers/${firstSupplier}`)
    const { purchases } = await jsonOf<StaffResponse<'staffSupplier'>>(response)
    return purchases.find((one) => one.order === number)?.confirmed_at ?? null
  }
  const decline: [string, string][] = [
    ['what', 'decline'],
    ['reason', 'Op'],
  ]
  expect(await request(link, [...decline, ['line', '1']])).toBe('303 done')
  expect(await confirmed()).toBeNull()
  expect(await request(link, sentForm('C1', 2))).toBe('303 done')
  expect(await confirmed()).not.toBeNull()
})

it('shows the shop, the order date and the contact details of the recipient, with the country if abroad (DESK-35)', async () => {
  const { number, link, other } = await orderFromSuppliers()
  await shop.sql`
    update channel set company = company || '{"company_name": "Kwartel B.V.", "telephone": "020 765 43 21"}' where id = '1014'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  await shop.sql`
    update orders set person = person || '{"telephone": "06 12 34 56 78"}'
    where number = ${number}`
  const dutch = (await page(link)).html
  expect(dutch).toContain('Kwartel B.V.')
  expect(dutch).toContain('020 765 43 21')
  const [placed] = await shop.sql<{ at: Date }[]>`
    select placed_at as at from orders where number = ${number}`
  const day = dayAt(placed?.at.getTime() ?? 0, DEFAULT_ZONE)
  expect(dutch).toContain(`Besteld op ${localizedDate(day, 'nl')}`)
  expect(dutch).toContain('06 12 34 56 78')
  expect(dutch).not.toContain('Nederland')
  const abroad = (await page(other)).html
  expect(abroad).toContain('Netherlands')
  const seen = await fulfilment.request(
    'GET',
    `/backoffice/api/purchase-orders/${number}-P2/supplier-view`,
  )
  expect(await seen.text()).toContain('Kwartel B.V.')
})

it('shows the typed values with their errors until they are valid (DESK-35)', async () => {
  const { link } = await orderFromSuppliers([teapot, kettle])
  const none = await postForm(link, [
    ['what', 'sent'],
    ['carrier', 'GLS'],
    ['code', '3S-TYPED'],
    ['link', 'ftp://x'],
  ])
  expect(none.status).toBe(422)
  const page = await none.text()
  expect(page).toContain('Kies minstens één artikel.')
  expect(page).toContain(texts.wrong_link)
  expect(page).toContain('value="GLS"')
  expect(page).toContain('value="3S-TYPED"')
  expect(page).toContain('value="ftp://x"')
  expect(page).not.toContain('checked=""')
  const refused = await postForm(link, [
    ['what', 'decline'],
    ['reason', ' '],
    ['line', '2'],
  ])
  expect(await refused.text()).toMatch(/value="2"[^>]*checked=""|checked=""[^>]*value="2"/)
  // Another browser tab has answered one of the two lines. The form still shows the other input.
  expect(await request(link, sentForm('GLS-A', 1))).toBe('303 done')
  const late = await postForm(link, sentForm('GLS-B', 1, 2))
  expect(late.status).toBe(409)
  expect(await late.text()).toContain('value="GLS-B"')
})

it('reports the error of each field on its own page, whatever was sent (DESK-35)', async () => {
  const { link, order } = await orderFromSuppliers([teapot])
  const answerTo = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type, 'accept-language': 'de-AT, en;q=0.5' }
    const response = await shop.request(link, { method: 'POST', headers, body })
    const html = await response.text()
    expect(html, body.slice(0, 80)).toContain('<h1>Inkooporder')
    return `${response.status} ${[...html.matchAll(/class="wrong">([^<]*)/g)].map(([, said]) => said).join('; ')}`
  }
  const form = (changed: Record<string, string>) => {
    const fields = { what: 'sent', line: '1', carrier: 'GLS', code: 'C1', link: '', ...changed }
    return new URLSearchParams(fields).toString()
  }
  expect(await answerTo(form({ carrier: '', code: 'c'.repeat(121) }))).toBe(
    '422 Vul dit veld in.; Vul hoogstens 120 tekens in.',
  )
  expect(await answerTo(form({ code: 'RAW' }).replace('RAW', '%ff%fe'))).toBe(
    '422 Dit is niet te lezen. Vul het opnieuw in.',
  )
  const notWhole = `422 ${texts.wrong_link}`
  for (const wrong of ['http://evil.example/', 'https://evil.example/ñ?x=<>', 'https://a:b@c.de/'])
    expect(await answerTo(form({ link: wrong })), wrong).toBe(notWhole)
  // Any amount and kind of text.
  expect(await answerTo(form({ code: 'ü'.repeat(1000) }))).toBe('422 Vul hoogstens 120 tekens in.')
  expect(await answerTo(form({ code: 'c'.repeat(20_000) }))).toBe('413 ')
  expect(await answerTo('<xml/>', 'application/xml')).toBe('415 ')
  expect((await order()).items).toMatchObject([{ tracking: [] }])

  expect(await request(link, [...sentForm('C2', 1), ['link', 'HTTPS://Gls.Example/ü']])).toBe('422')
  const whole = sentForm('C2', 1).map(([name, value]): [string, string] => [
    name,
    name === 'link' ? 'HTTPS://Gls.Example/ü' : value,
  ])
  expect(await request(link, whole)).toBe('303 done')
  expect((await order()).items).toMatchObject([
    { tracking: [{ code: 'C2', link: 'https://gls.example/%C3%BC' }] },
  ])
  const unknown = await shop.request(`/supplier/${'x'.repeat(43)}`, {
    headers: { 'accept-language': 'de-AT, en;q=0.5' },
  })
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining('Link nicht gefunden'),
  ])
})

it('uses the language of the supplier, not of the order, and shows the back office the same page (DESK-35)', async () => {
  await shop.sql`
    insert into product_text (product_id, channel_id, language, name)
    select product_id, '2', 'en', 'Oven glove' from article where sku = ${oven.sku}
    on conflict (product_id, channel_id, language) do update set name = excluded.name`
  await shop.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  const { number, other, order } = await orderFromSuppliers([oven])
  expect((await order()).items).toMatchObject([{ name: 'Oven' }])
  const { html } = await page(other)
  expect(html).toContain('1 × Oven glove')
  const mail = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail where recipient = 'test-second@example.com' order by created_at desc limit 1`
  expect(mail[0]?.html).toContain('Oven glove')

  const rows = () => shop.sql`select * from purchase_order where number = ${`${number}-P1`}`
  const before = await rows()
  const seen = await fulfilment.request(
    'GET',
    `/backoffice/api/purchase-orders/${number}-P1/supplier-view`,
  )
  expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const preview = await seen.text()
  expect(preview).toContain('lang="en')
  expect(preview).toContain('1 × Oven glove')
  expect(preview).toContain('<fieldset disabled="">')
  expect(await rows()).toEqual(before)
  const reader = await staffClient(shop, 'fulfilment', ['2001'])
  await reader.signIn()
  expect(
    (await reader.request('GET', `/backoffice/api/purchase-orders/${number}-P1/supplier-view`))
      .status,
  ).toBe(404)
})
