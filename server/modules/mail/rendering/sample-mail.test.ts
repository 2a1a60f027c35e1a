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
import { arrivalOf } from '#server/modules/mail/templates/orders/delivery-texts.ts'
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
/** Longer ones a mailbox cuts off, on a phone long before. */
const LONGEST_SUBJECT = 78
const NOON = new Date('2026-12-04T12:00:00Z')

async function previewOptionsOf(channel: string, language: Language) {
  const model = await shop.shop.models.channel(channel)
  if (!model) throw new Error(`no channel ${channel}`)
  return mailTheme(shop.config, model, language)
}

describe.each(SPOKEN)('each mail in %s', (language) => {
  it.each(CHANNELS)(
    'can be read without HTML, and says more in the list of a mailbox than its subject, in channel %s (FRAME-11, PAY-6)',
    async (channel) => {
      const theme = await previewOptionsOf(channel, language)
      for (const mail of MAILS) {
        const { subject, html, text } = sampleMail(mail, theme, NOON)
        expect(`${subject}\n${text}`, mail).not.toMatch(/<\/?[a-z]|&[a-z#0-9]+;|[{}]|undefined/)
        // Lines that touch, or a page of nothing between two.
        expect(text, mail).not.toMatch(/\n{4}|[ \t]\n/)
        expect(subject.length, `${mail}: ${subject}`).toBeLessThanOrEqual(LONGEST_SUBJECT)
        const preview = /data-skip-in-text="true">([^<]*)/.exec(html)?.[1] ?? ''
        expect(preview, mail).not.toBe('')
        expect(preview, mail).not.toBe(subject)
      }
    },
  )

  it('says of one point what it says of many, in a sentence (FRAME-11)', async () => {
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

it('holds a French sign together with the word before it (FRAME-11)', () => {
  for (const [mail, words] of Object.entries(mailTextsOf('fr')))
    for (const [key, sentence] of Object.entries(words ?? {}))
      expect(sentence, `${mail} ${key}`).not.toMatch(/ [!?:;]|[^\u00a0\u202f\d][!?;](?:\s|$)/)
})

it('has a label with the brand in place of a picture that there is none of (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  const { html } = sampleMail('order-confirmation', theme, NOON)
  expect(html).toMatch(
    /<td width="\d+" height="\d+" [^>]*text-align:center[^>]*>Noorderlicht<\/td>/,
  )
})

it('holds its width, its gaps and its pictures in Outlook, which knows tables and attributes only (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  for (const mail of MAILS) {
    const { html } = sampleMail(mail, theme, NOON)
    const frame = /<!--\[if mso\]><table [^>]*width="600"[^]*<!--\[if mso\]><\/td><\/tr><\/table>/
    expect(html, mail).toMatch(frame)
    expect(html, mail).not.toMatch(/<(?:p|div|img|a|h1|h2) [^>]*padding/)
    for (const [image] of html.matchAll(/<img [^>]*>/g)) expect(image, mail).toMatch(/ width="\d+"/)
  }
})

it('names the order of a refund, and what was paid in two ways (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  const { text } = sampleMail('order-credited', theme, NOON)
  expect(text).toContain(`Bestelnummer ${SAMPLE_NUMBER}`)
  expect(text.replaceAll('\u00a0', ' ')).toContain(
    'Voor deze bestelling gebruikte je 20 punten en € 5,00.',
  )
})

it('reminds of a gift with the name of its sender (PRODUCT-20)', async () => {
  const theme = await previewOptionsOf('1014', 'nl')
  expect(sampleMail('voucher-reminder', theme, NOON).text).toContain('Van Kwartelhof')
})

describe('the headline of the mails of an order (PRODUCT-20)', () => {
  const carrier = {
    shipperCode: 'PostNL',
    code: 'PNL',
    name: 'PostNL',
    from: '2026-12-08T09:00:00',
    to: '2026-12-08T17:30:00',
    options: {},
  }

  async function headlineAt(now: Date, lines = 1) {
    const theme = await previewOptionsOf('1014', 'nl')
    const order = sampleOrder({
      theme,
      now: NOON,
      about: {
        name: 'Anna',
        email: 'anna@example.com',
        gifts: SAMPLE_GIFTS.nl,
        sender: '',
      },
    })
    const delivery = { ...order.delivery, carrier } as typeof order.delivery
    return arrivalOf({ delivery, lines: order.lines.slice(0, lines) }, theme, now)
  }

  it('is the day of arrival', async () => {
    expect(await headlineAt(NOON)).toEqual({
      label: 'Wordt bezorgd',
      when: 'Dinsdag 8 december, 09:00–17:30\u00a0uur',
    })
  })

  it('is not a day that has passed, and not a day on which only a part arrives', async () => {
    expect(await headlineAt(new Date('2026-12-09T08:00:00Z'))).toBeNull()
    expect(await headlineAt(NOON, 2)).toBeNull()
  })
})
