import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { fitsSideways, journey } from '#e2e/journey.ts'
import { dutchMailWords } from '#server/mail/dutch-mail-words.ts'
import { deskGuest, jsonOf } from '#server/testing/desk-guest.ts'

const LANGUAGES = ['nl', 'en', 'de', 'fr'] as const
/** Each with colours of its own. */
const CHANNELS = ['1014', '2001', '2002']
const MAILS = Object.keys(dutchMailWords)
/** What differs by channel alone, the colours, is in these. */
const COLOURED = ['order-confirmation', 'choose-again', 'voucher-invitation']
/** What was not filled in, or never said. */
const UNSAID = /\{\w+\}|undefined|\bnull\b|\bNaN\b|\[object/
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

journey(
  'every mail fits a phone, can be read in the colours of three channels, and says all of it in four languages (FRAME-11, PAY-6)',
  async ({ wide: { page }, shop }) => {
    const editor = await deskGuest(shop, 'editor', CHANNELS)
    await editor.signIn()
    await page.route('**/images/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: PIXEL }),
    )
    for (const mail of MAILS) {
      const headings = new Set<string>()
      for (const channel of CHANNELS) {
        for (const language of LANGUAGES) {
          const told = await jsonOf<{ subject: string; html: string; text: string }>(
            await editor.ask(
              'GET',
              `/desk/api/mail-preview?channel=${channel}&mail=${mail}&language=${language}`,
            ),
          )
          const name = `${mail} ${channel} ${language}`
          expect(`${told.subject}\n${told.text}\n${told.html}`, name).not.toMatch(UNSAID)
          await page.setViewportSize({ width: 320, height: 900 })
          await page.setContent(told.html.replaceAll(' data-style="', ' style="'))
          await fitsSideways(page)
          const seen = await page.evaluate(lookedAt)
          expect(seen, name).toMatchObject({ language, cut: [], dead: [] })
          expect(seen.heading, name).not.toBe('')
          // In words that are read aloud as in those that are shown.
          expect(told.text.replaceAll(/\s+/g, ' '), name).toContain(seen.heading)
          if (channel === CHANNELS[0]) headings.add(seen.heading)
          if (language === 'nl' && (channel === CHANNELS[0] || COLOURED.includes(mail))) {
            await page.setViewportSize({ width: 800, height: 900 })
            await axeFindsNothing(page)
          }
        }
      }
      expect(headings.size, mail).toBe(LANGUAGES.length)
    }
  },
)

/** What can be seen of it, and what is wrong with that. */
function lookedAt() {
  const heading = document.querySelector('h1')?.textContent.trim() ?? ''
  const cut = [...document.querySelectorAll<HTMLElement>('td, p, a, h1, h2')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
    .map((one) => one.textContent)
  const dead = [...document.querySelectorAll('a')]
    .map((one) => one.getAttribute('href') ?? '')
    .filter((href) => !/^(https?:\/\/[^/]+|mailto:|tel:)/.test(href))
  return { language: document.documentElement.lang.slice(0, 2), heading, cut, dead }
}
