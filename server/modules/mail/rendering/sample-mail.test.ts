import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { languages, type Language } from '#domain/language.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { mailTextsOf } from '#server/modules/mail/texts/mail-texts.ts'
import {
  SAMPLE_GIFTS,
  SAMPLE_NUMBER,
  sampleOrder,
} from '#server/modules/mail/rendering/sample-values.ts'
import { darkAction } from '#server/modules/mail/layout/mail-style.ts'
import {
  arrivalHeadline,
  deliveredHeadline,
} from '#server/modules/mail/templates/orders/arrival-texts.ts'
import { contrast } from '#domain/channels/theme-contrast.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { AccountNotice } from '#server/modules/mail/templates/accounts/account-notice.tsx'
import { mailHtml } from '#server/modules/mail/rendering/render-mail.tsx'
import { isKnownMail, sampleMail } from '#server/modules/mail/rendering/sample-mail.tsx'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const SPOKEN = Object.keys(languages) as Language[]
const CHANNELS = ['1014', '2001', '2002']
const MAILS = Object.keys(dutchMailTexts).filter(isKnownMail)
/** Mailboxes cut off longer subjects. */
const LONGEST_SUBJECT = 78
const NOON = new Date('2026-12-04T12:00:00Z')

async function previewOptionsOf(channel: string, language: Language) {
  const model = await shop.shop.models.channel(channel)
  if (!model) throw new Error(`no channel ${channel}`)
  return mailTheme(shop.config, model, language)
}

describe.each(SPOKEN)('each mail in %s', (language) => {
  it.each(CHANNELS)(
    'is readable without HTML, and has a preview text that differs from its subject, in channel %s (FRAME-11, PAY-6)',
    async (channel) => {
      const theme = await previewOptionsOf(channel, language)
      for (const mail of MAILS) {
        const { subject, html, text } = sampleMail(mail, theme, NOON)
        expect(`${subject}\n${text}`, mail).not.toMatch(/<\/?[a-z]|&[a-z#0-9]+;|[{}]|undefined/)
        // Neither lines without a break nor many empty lines.
        expect(text, mail).not.toMatch(/\n{4}|[ \t]\n/)
        expect(subject.length, `${mail}: ${subject}`).toBeLessThanOrEqual(LONGEST_SUBJECT)
        const preview = /data-skip-in-text="true">([^<]*)/.exec(html)?.[1] ?? ''
        expect(preview, mail).not.toBe('')
        expect(preview, mail).not.toBe(subject)
      }
    },
  )

  it('uses the singular for one point (FRAME-11)', async () => {
    const theme = await previewOptionsOf('1014', language)
    const { text } = sampleMail('voucher-ended', { ...theme, points: () => ONE[language] }, NOON)
    expect(text).toContain(ENDED[language])
  })
})

const ONE = { nl: '1 punt', en: '1 point', de: '1 Punkt', fr: '1 point' }
const ENDED = {
  nl: 'Wat er nog op stond (1 punt), kun je niet meer gebruiken.',
  en: 'The remaining 1 point can no longer be used.',
  de: 'Der Rest (1 Punkt) lässt sich nicht mehr einlösen.',
  fr: 'Le solde (1 point) ne peut plus être utilisé.',
}

it('keeps French punctuation on the line of the word before it (FRAME-11)', () => {
  for (const [mail, words] of Object.entries(mailTextsOf('fr')))
    for (const [key, sentence] of Object.entries(words ?? {}))
      expect(sentence, `${mail} ${key}`).not.toMatch(/ [!?:;]|[^\u00a0\u202f\d][!?;](?:\s|$)/)
})

it('shows a neutral image for each gift without an image of its own (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  const { html } = sampleMail('order-confirmation', theme, NOON)
  const tiles = [...html.matchAll(/<img src="([^"]+gift\.png)" alt=""/g)].map(([, src = '']) => src)
  expect(tiles).toHaveLength(3)
  const answer = await fetch(tiles[0] ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

it('links terms and returns only in mails to recipients, and asks only non-owners to warn an owner (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  expect(sampleMail('order-shipped', theme, NOON).html).toContain('/return-policy')
  for (const mail of ['account-notice', 'staff-invitation', 'supplier-order'] as const) {
    const { html } = sampleMail(mail, theme, NOON)
    expect(html, mail).not.toMatch(/return-policy|terms-and-conditions/)
    expect(html, mail).toContain('/privacy-policy')
  }
  const own = { kind: 'new-sign-in', site: 'backoffice', name: 'Olga', at: NOON } as const
  const details = { browser: 'Firefox', address: '203.0.113.7' }
  const toldTo = (isOwner: boolean) =>
    mailHtml(AccountNotice({ theme, notice: { ...own, details, isOwner }, accountUrl: '' }))
  expect(toldTo(false)).toContain('waarschuw een eigenaar')
  expect(toldTo(true)).not.toContain('eigenaar')
})

it('has a button with enough contrast in the dark theme in the colour of every channel (PRODUCT-20)', async () => {
  const colours = await Promise.all(
    CHANNELS.map(async (channel) => (await previewOptionsOf(channel, 'nl')).colour),
  )
  for (const colour of [...colours, '#000000', '#ffffff', '#1f3f36', '#c0122d', '#777777']) {
    const { action, onAction } = darkAction(colour)
    expect(contrast(action, onAction), colour).toBeGreaterThanOrEqual(4.5)
    // The backgrounds of the card and of the highlighted block.
    for (const ground of ['#1b2420', '#2a352f'])
      expect(contrast(action, ground), colour).toBeGreaterThanOrEqual(3)
  }
  const theme = await previewOptionsOf('2001', 'nl')
  const { style } = sampleMail('order-confirmation', theme, NOON)
  expect(style).toContain(`.action{background-color:${darkAction(theme.colour).action}!important}`)
})

it('sets width, spacing and images in a way that Outlook supports (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  for (const mail of MAILS) {
    const { html } = sampleMail(mail, theme, NOON)
    const frame = /<!--\[if mso\]><table [^>]*width="600"[^]*<!--\[if mso\]><\/td><\/tr><\/table>/
    expect(html, mail).toMatch(frame)
    expect(html, mail).not.toMatch(/<(?:p|div|img|a|h1|h2) [^>]*padding/)
    for (const [image] of html.matchAll(/<img [^>]*>/g)) expect(image, mail).toMatch(/ width="\d+"/)
  }
})

it('names the order of a refund, with its points and euros (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  const { text } = sampleMail('order-credited', theme, NOON)
  expect(text).toContain(`Bestelnummer ${SAMPLE_NUMBER}`)
  expect(text.replaceAll('\u00a0', ' ')).toContain(
    'Voor deze bestelling gebruikte je 20 punten en € 5,00.',
  )
})

it('names the sender in the reminder of a voucher (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  expect(sampleMail('voucher-reminder', theme, NOON).text).toContain('Van Kwartelhof')
})

describe('headline of an order mail (PRODUCT-20)', () => {
  const carrier = {
    shipperCode: 'PostNL',
    code: 'PNL',
    name: 'PostNL',
    from: '2026-12-08T09:00:00',
    to: '2026-12-08T17:30:00',
    options: {},
  }

  async function orderOf(changes: Partial<OrderRow['lines'][number]>[], chosen = carrier) {
    const theme = await previewOptionsOf('1014', 'nl')
    const about = { name: 'Anna', email: 'anna@example.com', gifts: SAMPLE_GIFTS.nl, sender: '' }
    const sample = sampleOrder({ theme, now: NOON, about })
    const [line] = sample.lines
    if (!line) throw new Error('the sample order is empty')
    const lines = changes.map((change, place) => ({
      ...line,
      line: place + 1,
      ...change,
    }))
    const delivery = { ...sample.delivery, carrier: chosen } as typeof sample.delivery
    return { theme, order: { ...sample, delivery, lines } }
  }
  async function headlineAt(now: Date, ...of: Parameters<typeof orderOf>) {
    const { theme, order } = await orderOf(...of)
    return arrivalHeadline(order.lines, theme, { order, now })?.when
  }
  const monta = { deliveryCondition: 'monta' } as const
  const digital = { deliveryCondition: 'digital' } as const
  const dropship = { deliveryCondition: 'dropship' } as const
  const standard = { ...carrier, code: 'standard', from: null, to: null } as never

  it('is the delivery day of the carrier, also when the order has a digital gift', async () => {
    const when = 'dinsdag 8 december, 09:00–17:30\u00a0uur'
    expect(await headlineAt(NOON, [monta])).toBe(when)
    expect(await headlineAt(NOON, [monta, digital])).toBe(when)
  })

  // Friday at noon, before the cut-off; the suppliers of this channel deliver within 14 days.
  it('is the delivery day promised by the shop without a carrier day, or a range for several parcels', async () => {
    expect(await headlineAt(NOON, [monta], standard)).toBe('maandag 7 december')
    expect(await headlineAt(NOON, [dropship], standard)).toBe('uiterlijk vrijdag 18 december')
    expect(await headlineAt(NOON, [monta, dropship], standard)).toBe(
      'Tussen maandag 7 december en vrijdag 18 december',
    )
  })

  it('is calculated from the day on which the parcel was shipped', async () => {
    const { theme, order } = await orderOf([monta], standard)
    const sentAt = '2026-12-08T15:00:00Z'
    expect(arrivalHeadline(order.lines, theme, { order, now: NOON, sentAt })?.when).toBe(
      'woensdag 9 december',
    )
  })

  it('is left out when the day has passed, or when the order has no parcel', async () => {
    expect(await headlineAt(new Date('2026-12-09T08:00:00Z'), [monta])).toBeUndefined()
    expect(await headlineAt(NOON, [digital])).toBeUndefined()
  })

  it('is the day and the address of a delivered parcel', async () => {
    const { theme, order } = await orderOf([monta])
    const parcel = { deliveredAt: '2026-12-08T15:00:00Z', line: order.lines[0] }
    expect(deliveredHeadline(order, parcel, theme)).toEqual({
      label: 'Bezorgd',
      when: 'dinsdag 8 december',
      where: 'Keizersgracht 100, 1015 AA Amsterdam',
    })
  })
})
