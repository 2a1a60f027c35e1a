import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { isKnownMail, sampleMail } from '#server/modules/mail/rendering/sample-mail.tsx'
import type { SampleGifts } from '#server/modules/mail/rendering/sample-values.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { allLanguages } from '#domain/language.ts'

/** Each with colours of its own. */
const CHANNELS = ['1014', '2001', '2002']
const MAILS = Object.keys(dutchMailTexts)
/** What follows an order, and what time brings: each of these is a mail of its own. */
const AFTER_AN_ORDER = [
  'order-shipped',
  'order-delivered',
  'digital-gift',
  'choose-again',
  'order-credited',
  'voucher-reminder',
  'choose-again-reminder',
  'purchase-reminder',
  'purchase-withdrawn',
  'voucher-ended',
  'service-answer',
  'purchase-order',
  'voucher-invitation',
  'staff-invitation',
]
/** What differs by channel alone, the colours, is in these. */
const COLOURED = ['order-confirmation', 'choose-again', 'voucher-invitation']
/** Unfilled placeholders and missing values. */
const UNSAID = /\{\w+\}|undefined|\bnull\b|\bNaN\b|\[object/
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('every mail fits a phone, has readable colours in three channels, and is complete in four languages (FRAME-11, PAY-6)', async ({
  wide: { page },
  shop,
}) => {
  const editor = await staffClient(shop, 'editor', CHANNELS)
  await editor.signIn()
  expect(MAILS).toEqual(expect.arrayContaining(AFTER_AN_ORDER))
  await page.route('**/images/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  )
  for (const mail of MAILS) {
    const headings = new Set<string>()
    for (const channel of CHANNELS) {
      // What it says in the other languages differs by no channel.
      for (const language of channel === CHANNELS[0] ? allLanguages : allLanguages.slice(0, 1)) {
        const told = await jsonOf<{ subject: string; html: string; text: string }>(
          await editor.request('POST', '/backoffice/api/mail-preview', { channel, mail, language }),
        )
        const name = `${mail} ${channel} ${language}`
        expect(`${told.subject}\n${told.text}\n${told.html}`, name).not.toMatch(UNSAID)
        await page.setViewportSize({ width: 320, height: 900 })
        await page.setContent(told.html.replaceAll(' data-style="', ' style="'))
        await expectNoHorizontalScroll(page)
        const seen = await page.evaluate(lookedAt)
        expect(seen, name).toMatchObject({ language, cut: [], dead: [] })
        expect(seen.heading, name).not.toBe('')
        // In words that are read aloud as in those that are shown.
        expect(oneSpace(told.text), name).toContain(oneSpace(seen.heading))
        if (channel === CHANNELS[0]) headings.add(seen.heading)
        if (language === 'nl' && (channel === CHANNELS[0] || COLOURED.includes(mail))) {
          await page.setViewportSize({ width: 800, height: 900 })
          await expectNoAxeViolations(page)
        }
      }
    }
    expect(headings.size, mail).toBe(allLanguages.length)
  }
})

/** In French a space that does not break stands before an exclamation mark. */
const oneSpace = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Longer than a phone is wide. */
const LONG = {
  name: 'Maximiliana-Theodora',
  email: 'maximilianatheodora@gemeentelijkeenergiemaatschappijnoordholland.example',
  gifts: [
    'Handgefertigtes Steingutgeschirr für zwölf Personen mit passender Servierplatte',
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenausstellungsführung',
    'Leselampe',
    'Decke',
    'Vase',
  ].map((name) => ({
    name,
    brand: 'Noorderlicht',
    picture: 'long.webp',
  })) as unknown as SampleGifts,
  sender: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenmanufaktur',
} as const

test('every mail fits a phone with the longest names and words, and no amount breaks (FRAME-11)', async ({
  phone: { page },
  shop,
}) => {
  const model = await shop.shop.models.channel('1014')
  if (!model) throw new Error('no channel 1014')
  const theme = mailTheme(shop.config, model, 'de')
  await page.route('**/images/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  )
  await page.setViewportSize({ width: 320, height: 900 })
  for (const mail of MAILS.filter(isKnownMail)) {
    const { html } = sampleMail(mail, theme, shop.clock.now(), LONG)
    await page.setContent(html.replaceAll(' data-style="', ' style="'))
    await expectNoHorizontalScroll(page)
    const seen = await page.evaluate(lookedAt)
    expect(seen, mail).toMatchObject({ cut: [], torn: [] })
  }
})

test('every mail that the back office lists has a named tab there, with its texts (DESK-11)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const editor = await staffClient(shop, 'editor', ['1014'])
  await shop.sql`update staff set language = 'nl' where id = ${editor.staffId}`
  await editor.signIn()
  const { texts } = await jsonOf<{ texts: { mail: string }[] }>(
    await editor.request('GET', '/backoffice/api/mails?channel=1014'),
  )
  const listed = [...new Set(texts.map(({ mail }) => mail))]
  expect(listed.sort()).toEqual([...MAILS].sort())
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice/content/mails?channel=1014', editor)
  const tabs = page.getByRole('main').locator('a[href*="mail="]')
  await expectVisible(tabs.first())
  const shown = await tabs.evaluateAll((links) =>
    links.map((link) => ({
      mail: new URL((link as HTMLAnchorElement).href).searchParams.get('mail') ?? '',
      name: link.textContent,
    })),
  )
  expect(shown.map(({ mail }) => mail).sort()).toEqual(listed)
  for (const { mail, name } of shown) expect(name, mail).not.toBe(mail)
  await page.getByRole('link', { name: nl('mail.voucher-ended') }).click()
  await expectVisible(page.getByRole('heading', { name: nl('mail.voucher-ended') }))
  // Shown as one picture: a mail's headings are none of the page's.
  const preview = page.getByRole('region', { name: nl('mailPreview') }).getByRole('img')
  await expectVisible(preview.locator('h1'))
})

/** What can be seen of it, and what is wrong with that. */
function lookedAt() {
  const heading = document.querySelector('h1')?.textContent.trim() ?? ''
  const cut = [...document.querySelectorAll<HTMLElement>('td, p, a, h1, h2')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
    .map((one) => one.textContent)
  const dead = [...document.querySelectorAll('a')]
    .map((one) => one.getAttribute('href') ?? '')
    .filter((href) => !/^(https?:\/\/[^/]+|mailto:|tel:)/.test(href))
  const torn = [...document.querySelectorAll<HTMLElement>('td')]
    .filter((one) => {
      // The sum's own lines: what it is a sum of may take several beside it.
      const words = document.createRange()
      words.selectNodeContents(one.querySelector('p') ?? one)
      const lines = [...words.getClientRects()].map(({ bottom }) => Math.round(bottom))
      return one.style.textAlign === 'right' && new Set(lines).size > 1
    })
    .map((one) => one.textContent)
  return { torn, language: document.documentElement.lang.slice(0, 2), heading, cut, dead }
}
