import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { journey, see } from '#e2e/journey.ts'
import { dutch } from '#backoffice/words/dutch.ts'
import { english } from '#backoffice/words/english.ts'
import { german } from '#backoffice/words/german.ts'
import { deskGuest, jsonOf } from '#server/testing/desk-guest.ts'

/** Sentences of the other languages that German does not say as well: whatever of them is seen was left as it was. */
const spoken = new Set(Object.values(german).flatMap((text) => text.split('|')))
const foreign = new Set(
  [...Object.values(english), ...Object.values(dutch)]
    .flatMap((text) => text.split('|'))
    .filter((text) => text !== '' && !spoken.has(text)),
)

journey(
  'the desk is read in German from its door to a release, with no word of another language (DESK-17)',
  async ({ wide, shop }) => {
    const { page } = wide
    const owner = await deskGuest(shop)
    await shop.sql`update staff set language = 'de', name = 'Olga Ooms' where id = ${owner.staffId}`
    wide.expectComplaint('401')
    const reads = async (place: string) => {
      const texts = await page.evaluate(() => {
        const all: string[] = []
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          // What holders read stands here in all their languages.
          if (node.parentElement?.closest('[lang]:not(html), option, script')) continue
          all.push(node.textContent?.trim() ?? '')
        }
        const named = document.querySelectorAll('[aria-label], [placeholder], [title]')
        for (const element of named) {
          for (const name of ['aria-label', 'placeholder', 'title']) {
            all.push(element.getAttribute(name) ?? '')
          }
        }
        // Programs have names for it, which stand above it and label its fields.
        const headings = document.querySelectorAll('h3, section:has(h3) > h2')
        const names = new Set([...headings].map(({ textContent }) => textContent.trim()))
        return all.filter((text) => !names.has(text))
      })
      expect({ place, foreign: texts.filter((text) => foreign.has(text)) }).toEqual({
        place,
        foreign: [],
      })
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    }

    await wide.context.addInitScript(() => localStorage.setItem('desk.language', 'de'))
    await wide.go('/desk/content/texts/homepagecomponents?channel=1014')
    await see(page.getByRole('button', { name: german.signIn, exact: true }))
    await reads('the door')
    await page.getByLabel(german.mail, { exact: true }).fill(owner.email)
    await page.getByLabel(german.password, { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: german.signIn, exact: true }).click()
    await see(page.getByRole('searchbox', { name: german.findInPage }))
    await reads('texts')

    await owner.signIn()
    const made = await jsonOf<{ id: string }>(
      await owner.ask('POST', '/desk/api/releases', { name: 'Winterfest' }),
    )
    const fields = await jsonOf<{ fields: { key: { field: string }; version: number }[] }>(
      await owner.ask('GET', '/desk/api/channel-fields?channel=1014'),
    )
    const key = { channel: '1014', field: 'name' }
    const base_version = fields.fields.find((one) => one.key.field === 'name')?.version
    const change = { kind: 'channel', key, base_version, after: { value: 'Winterladen' } }
    const changed = await owner.ask('PUT', `/desk/api/releases/${made.id}/changes`, {
      changes: [change],
    })
    expect(changed.status).toBe(200)
    for (const place of [
      '/desk',
      '/desk/content?channel=1014',
      '/desk/releases',
      `/desk/releases/${made.id}`,
    ]) {
      await wide.go(place)
      await see(page.getByRole('heading', { level: 1 }))
      await see(page.getByRole('navigation').first())
      await reads(place)
    }
    await see(page.getByRole('heading', { level: 1, name: 'Winterfest' }))
    // Days are said as the desk's language says them, whatever the browser's is.
    const from = page.getByLabel(german['release.goesLive'])
    await from.fill('28.3.2027 7')
    await from.press('Tab')
    expect(await from.inputValue()).toBe('28.03.2027 07:00')
    await from.press('ArrowUp')
    expect(await from.inputValue()).toBe('29.03.2027 07:00')
    await from.fill('31.2.2027')
    await from.press('Tab')
    await see(page.getByText(/Das ist kein Tag/))
    expect(await from.getAttribute('aria-invalid')).toBe('true')
    await axeFindsNothing(page)
  },
)
