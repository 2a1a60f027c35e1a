import { AsyncLocalStorage } from 'node:async_hooks'

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { contrast } from '#domain/channels/theme-contrast.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
beforeEach(() => {
  mailer.sent = []
})

const TEAPOT = { spliId: '1014-teapot', points: 12 }
const TABLE_CLOTH = { spliId: '1014-table-cloth', points: 10 }
const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }
const TREE = { spliId: '1014-tree-planted', points: 1 }

async function mailed() {
  await shop.shop.jobs.drain()
  const [mail] = mailer.sent
  if (!mail) throw new Error('no mail was sent')
  return mail
}

async function released(options: Parameters<typeof sampleOrder>[1]) {
  const order = await sampleOrder(shop, options)
  await mailed()
  mailer.sent = []
  shop.clock.advance(30 * 60_000)
  await submitOrder(shop.shop, order.number)
  await shop.shop.jobs.drain()
  return order
}

it('confirms an order with gifts, total, address and a link to the order (PAY-6)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [TOWEL], quantity: 2 })
  const { subject, html, text, replyTo } = await mailed()

  expect(subject).toBe(`We hebben bestelling ${number} ontvangen`)
  expect(replyTo).toBe('service@giftpoint.example')
  const [picture] = /http[^"]+\?w=480(?=" alt="Linnen theedoek" )/.exec(html) ?? []
  expect(picture).toMatch(
    new RegExp(`^${shop.url}/images/local/[0-9a-f]{32}\\.webp\\.jpg\\?w=480$`),
  )
  expect(html).toContain(`href="${shop.url}/orders/${number}"`)
  expect(html).toMatch(/<img[^>]*width="176"/)
  for (const part of [
    `Bestelnummer ${number}`,
    '2 × Linnen theedoek',
    'Linnenhuis\n2 punten per stuk\n4 punten',
    'Totaal\n4 punten',
    'Bezorging thuis',
    'Zilverkade 12\n1012 AB Amsterdam',
    'Giftpoint B.V.',
    'KvK 12345678',
  ]) {
    expect(text).toContain(part)
  }
})

it.each(['1014', '2001', '2002'])(
  'sends images and logo of channel %s in formats that Outlook and Gmail support (B17)',
  async (channel) => {
    await shop.sql`
      update channel set logo = (select hash || '.svg' from picture where media_type = 'image/svg+xml' limit 1)
      where id = ${channel}`
    await shop.sql`insert into change_event (topic, subject) values ('channel', ${channel})`
    await shop.shop.changeEvents.poll()
    const [gift] = await shop.sql<{ spliId: string; points: number }[]>`
      select spli_id as "spliId", points from offer
      where channel_id = ${channel} and sku = 'tall-vase-sand'`
    if (!gift) throw new Error(`no vase in ${channel}`)
    const holder = await shop.holder({ channel, points: gift.points })
    await sampleOrder(shop, { gifts: [gift], holder })
    const { html } = await mailed()
    const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src)
    expect(sources.length).toBe(2)
    for (const src of sources) {
      // Whatever formats the client accepts, the extension decides.
      const answer = await fetch(src, {
        headers: { accept: 'image/avif,image/webp,image/svg+xml' },
      })
      const type = src.includes('.svg.png') ? 'image/png' : 'image/jpeg'
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    }
  },
)

it.each([
  ['nl', /Tot \d\d:\d\d uur op .* nog wijzigen of annuleren/, /14 dagen na ontvangst/],
  ['en', /change or cancel your order until \d\d:\d\d/, /within 14 days/],
  [
    'de',
    /Bis zum .* um \d\d:\d\d Uhr können Sie .* ändern oder stornieren/,
    /14 Tagen nach Erhalt/,
  ],
  ['fr', /Jusqu’au .* à \d\d:\d\d.* modifier ou annuler/, /14 jours/],
])(
  'shows the deadline for changes first and the right of withdrawal last, with links to the order: %s (C)',
  async (language, undo, withdraw) => {
    const { number } = await sampleOrder(shop, { gifts: [TOWEL], language })
    const { html, text } = await mailed()
    const said = text.replaceAll('\n', ' ')
    expect(said).toMatch(undo)
    expect(said).toMatch(withdraw)
    // The short undo window is shown before the gifts, the longer right of withdrawal after them.
    const firstGift = said.indexOf('1 × ')
    expect(said.search(undo)).toBeLessThan(firstGift)
    expect(said.search(withdraw)).toBeGreaterThan(firstGift)
    expect(html.match(new RegExp(`href="${shop.url}/orders/${number}"`, 'g'))).toHaveLength(2)
    expect(html.match(/role="main"/g)).toHaveLength(1)

    mailer.sent = []
    await sampleOrder(shop, { gifts: [TREE], language })
    expect((await mailed()).text.replaceAll('\n', ' ')).not.toMatch(withdraw)
  },
)

it.each([
  ['nl', 'nl-NL', 'Bedankt voor je bestelling, Anna!', 'Linnen theedoek'],
  ['en', 'en-GB', 'Thank you for your order, Anna!', 'Linen tea towel'],
  ['de', 'de-DE', 'Vielen Dank für Ihre Bestellung, Anna!', 'Leinen'],
  ['fr', 'fr-FR', 'Merci pour votre commande, Anna !', 'lin'],
])('uses the language of the order: %s', async (language, tag, heading, gift) => {
  await sampleOrder(shop, { gifts: [TOWEL], language })
  const mail = await mailed()
  expect(mail.language).toBe(language)
  expect(mail.html).toContain(`<html lang="${tag}"`)
  expect(mail.text).toContain(heading)
  expect(mail.text).toContain(gift)
})

it('shows points and euros when a card paid the rest (PAY-1)', async () => {
  const gift = await shop.gift({ points: 5 })
  const holder = await shop.holder({ points: 3 })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  const { id } = await holder.done('createPayment', {
    amount: '10.00',
    cancelUrl: `${shop.url}/checkout`,
    redirectUrl: `${shop.url}/confirmation`,
  })
  const { payments } = shop.shop.ports
  if (isSandboxPayments(payments)) await payments.choose(id, 'paid')

  const { text } = await mailed()
  const plain = text.replace(/[\u00a0\u202f]/g, ' ')
  expect(plain).toContain('Totaal\n5 punten')
  expect(plain).toContain('Betaald met punten\n3 punten')
  expect(plain).toContain('Bijbetaald, inclusief btw\n€ 10,00')
})

it('lists each gift under its delivery method (DELIVERY-1)', async () => {
  await sampleOrder(shop, { gifts: [TEAPOT, TOWEL, TREE], pickup: true })
  const { text } = await mailed()
  const [, ways = ''] = text.split('Bezorging\n')
  const places = [
    'Bezorging thuis\nTheepot',
    'Zilverkade 12',
    'Ophalen bij een afhaalpunt\nLinnen theedoek',
    'Per e-mail',
    'anna@example.com',
  ].map((part) => ways.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(text).toContain('herroepingsrecht')
})

it('shows HTML in names as plain text', async () => {
  const gift = await shop.gift({ name: '<script>alert(1)</script>' })
  const holder = await shop.holder({ points: 5 })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  const contact_first_name = '<img src=x onerror=alert(1)>'
  await holder.done('saveAddress', { ...sampleContact, contact_first_name })
  await holder.done('convertCart', { payment_method: 'FC' })
  const { html } = await mailed()
  expect(html).not.toMatch(/<script|<img src=x/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

it('uses a channel’s own text only in the language in which it was written', async () => {
  await shop.sql`
    insert into content (channel_id, path, kind, key, language, value) values
      ('1014', 'websitetranslationcomponents', 'text', 'mail_order-confirmation_subject', 'nl',
        'Fijn, {order_number} is binnen')`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  const dutch = await sampleOrder(shop, { gifts: [TOWEL] })
  expect((await mailed()).subject).toBe(`Fijn, ${dutch.number} is binnen`)

  mailer.sent = []
  const english = await sampleOrder(shop, { gifts: [TOWEL], language: 'en' })
  expect((await mailed()).subject).toBe(`We have received order ${english.number}`)
})

it('uses the colour of the channel with readable text on it (FRAME-11)', async () => {
  for (const colour of ['#12394f', '#f2a33c']) {
    await shop.sql`
      update channel set theme_options = ${shop.sql.json([{ reference: 'active', value: colour }])}
      where id = '1014'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()
    mailer.sent = []
    await sampleOrder(shop, { gifts: [TOWEL] })
    const { html } = await mailed()
    expect(html).toContain(`background-color:${colour}`)
    const text =
      /<a href="[^"]+\/orders\/[^>]+style="color:(#[0-9a-f]{6})/.exec(html)?.[1] ?? colour
    expect(contrast(colour, text)).toBeGreaterThan(4.5)
  }
})

it('gives a supplier its gifts and the address, and no other data of the holder (WIRE-11)', async () => {
  const { number } = await released({ gifts: [TEAPOT, TABLE_CLOTH, TOWEL], pickup: true })
  const mail = mailer.sent.find(({ to }) => to === 'orders@zonnekeramiek.example')
  expect(mail?.subject).toBe(`Levering voor bestelling ${number}`)
  // Suppliers do not deliver to pickup points.
  expect(mail?.text).toContain('Anna de Vries\nZilverkade 12\n1012 AB Amsterdam')
  expect(mail?.text).toContain('SKU teapot')
  for (const secret of ['anna@example.com', 'theedoek', 'table-cloth', 'punten']) {
    expect(mail?.html).not.toContain(secret)
  }
})

it('says that a digital gift is being prepared, and where it will be sent', async () => {
  await released({ gifts: [TREE, TOWEL], language: 'en' })
  const mail = mailer.sent.find(({ subject }) => subject.includes('digital'))
  expect(mail).toMatchObject({ to: 'anna@example.com', language: 'en' })
  expect(mail?.text).toContain('We are preparing your digital gift, Anna')
  expect(mail?.text).toContain('In your inbox within the hour')
  expect(mail?.text).not.toContain('Linen')
})

it('shows the parcels before the gifts, with a button only for a valid tracking link (PRODUCT-20)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [TOWEL] })
  const PROMISE = /werkdagen/
  const confirmed = (await mailed()).text
  expect(confirmed).toMatch(/^Verwachte bezorging\n[A-Z]\w+dag \d+ \w+\n/)
  expect(confirmed).not.toMatch(PROMISE)
  shop.clock.advance(30 * 60_000)
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  mailer.sent = []
  await shop.sql`
    insert into parcel (order_number, code, link, carrier) values
      (${number}, '3S1', 'https://carrier.example/3S1?a=1&b=2', 'PostNL'),
      (${number}, '3S2', 'javascript:alert(1)', 'DHL'),
      (${number}, '3S3', null, 'DHL')`
  const [mail] = await shop.sql<{ id: string }[]>`
    insert into mail (template, subject_id, channel_id, language, recipient)
    values ('order-shipped', ${number}, '1014', 'nl', 'anna@example.com') returning id`
  await shop.shop.jobs.send(shop.sql, [{ name: 'send-mail', data: { id: mail?.id ?? '' } }])

  const { html, text, subject } = await mailed()
  expect(subject).toBe(`Bestelling ${number} is onderweg`)
  expect(html).toContain('href="https://carrier.example/3S1?a=1&amp;b=2"')
  expect(html).not.toContain('javascript:')
  expect(text).toMatch(/PostNL 3S1\s+Volg je pakket https:\/\/carrier.example\/3S1\?a=1&b=2/)
  expect(text).toMatch(/DHL 3S2\n[^]*DHL 3S3\n[^]*1 × /)
  expect(text).not.toMatch(PROMISE)
  expect(text.match(/Volg je pakket/g)).toHaveLength(1)
})

it('renders without async context tracking, which would slow down all requests', async () => {
  const tracked = vi.spyOn(AsyncLocalStorage.prototype, 'run')
  await sampleOrder(shop, { gifts: [TOWEL] })

  const { html } = await mailed()

  expect(html).toMatch(/^<!DOCTYPE html .*<html lang="nl-NL"/)
  expect(html).not.toContain('rel="preload"')
  expect(tracked).not.toHaveBeenCalled()
  tracked.mockRestore()
})

it('has a dark theme and brand fonts that every mail program may load (PRODUCT-20)', async () => {
  await sampleOrder(shop, { gifts: [TOWEL] })
  const { html } = await mailed()
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  const fonts = [...html.matchAll(/url\("([^"]+)"\)/g)].map(([, url = '']) => url)
  expect(fonts).toHaveLength(2)
  for (const font of fonts) {
    const answer = await fetch(font)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
})
