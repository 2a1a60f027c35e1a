import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { openForm } from '#e2e/support/personal-steps.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** A holder in front of the address search. */
async function atSearch(shop: TestShop, visit: Visit, language = 'nl') {
  const holder = await shop.holder()
  const { spliId } = await shop.gift({ points: 2 })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await visit.openAs(holder.code, '/personal-details', { language })
  await expectVisible(search(visit.page))
}

const search = (page: Page) => page.getByRole('combobox', { name: /Zoek je adres|Find your/ })
const list = (page: Page) => page.getByRole('listbox', { name: /Zoek je adres|Find your/ })
const options = (page: Page) => list(page).getByRole('option')
const country = (page: Page) => page.getByRole('combobox', { name: 'Land' })
const value = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' }).inputValue()

/** The searches that were sent, as the service sees them. */
function searches(page: Page) {
  const sent: {
    context: string
    term: string
    language: string
    session: string
    paged: string
  }[] = []
  page.on('request', (request) => {
    const [, path] = request.url().split('/proxy/postcode/autocomplete/')
    if (!path) return
    const [context = '', term = '', language = '', paged = ''] = path
      .split('/')
      .map(decodeURIComponent)
    const session = request.headers()['x-autocomplete-session'] ?? ''
    sent.push({ context, term, language, session, paged })
  })
  return sent
}

const zilverkade12 = async (page: Page) => ({
  street: await value(page, 'Straat'),
  number: await value(page, 'Huisnummer'),
  addition: await value(page, /Toevoeging/),
  code: await value(page, 'Postcode'),
  town: await value(page, 'Woonplaats'),
})

test('address search: starts at the first character, and after a pause above three (PERSON-3)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await atSearch(shop, wide)
  const sent = searches(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5000)
  await search(page).fill('s')
  await page.clock.runFor(9)
  expect(sent).toHaveLength(0)
  await page.clock.runFor(1)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ context: 'nld', term: 's', language: 'en-GB', paged: 'paged' })
  expect(sent[0]?.session).toMatch(/^[\w.-]{8,64}$/)

  await search(page).fill('sint')
  await page.clock.runFor(299)
  await search(page).fill('sint-')
  await page.clock.runFor(299)
  expect(sent).toHaveLength(1)
  await page.clock.runFor(1)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toMatchObject({ term: 'sint-', session: sent[0]?.session })
  await search(page).fill('')
  await page.clock.runFor(1000)
  expect(sent).toHaveLength(2)
})

test('address search: a building can be selected by keyboard, which fills in the complete address (PERSON-3, statement 4)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await atSearch(shop, wide)
  const sent = searches(page)
  const box = search(page)
  await box.pressSequentially('sint-jansdree')
  await expectVisible(options(page))
  await expect
    .poll(() => options(page).allInnerTexts())
    .toEqual([
      expect.stringMatching(/Sint-Jansdreef\s+Utrecht/),
      expect.stringMatching(/Sint-Jansdreef\s+'s-Hertogenbosch/),
    ])
  await expectAnnouncement(page, 'Gevonden adressen: 2')
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBeNull()

  // The response to the last letter is late: the user already moves through that list.
  let release = () => {}
  const walked = new Promise<void>((done) => (release = done))
  const last = /autocomplete\/.*\/sint-jansdreef\//
  await page.route(last, async (route) => {
    await walked
    await route.continue()
  })
  const asked = page.waitForRequest(last)
  await box.press('f')
  await asked
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = await options(page).nth(1).getAttribute('id')
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(second)
  const answered = page.waitForResponse(last)
  release()
  await (await answered).finished()
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(second)
  await expect.poll(() => options(page).nth(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')

  // The street has more buildings than fit: first the pages, then the buildings of one.
  await expectVisible(options(page).filter({ hasText: /\d/ }))
  await expect.poll(() => box.inputValue()).toBe("'s-Hertogenbosch, Sint-Jansdreef ")
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(options(page).filter({ hasText: /^Sint-Jansdreef 4\b/ }))
  await options(page)
    .filter({ hasText: /^Sint-Jansdreef 4\b/ })
    .click()
  await expectHidden(list(page))
  await expect
    .poll(() => zilverkade12(page))
    .toEqual({
      street: 'Sint-Jansdreef',
      number: '4',
      addition: '',
      code: '5223 EM',
      town: "'s-Hertogenbosch",
    })
  await expectAnnouncement(page, "Ingevuld: Sint-Jansdreef 4, 5223 EM 's-Hertogenbosch")
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(new Set(sent.map(({ session }) => session)).size).toBe(1)
  expect(new Set(sent.map(({ context }) => context)).size).toBeGreaterThan(2)
})

test('address search: a single result is selected automatically (PERSON-3)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  await atSearch(shop, phone)
  await search(page).pressSequentially('1012ab 12 hs')
  await expect
    .poll(() => zilverkade12(page))
    .toEqual({
      street: 'Zilverkade',
      number: '12',
      addition: 'hs',
      code: '1012 AB',
      town: 'Amsterdam',
    })
  // A single street opens its buildings and leaves the typed text unchanged.
  await search(page).fill('')
  await search(page).pressSequentially('klokkenm')
  await expectVisible(options(page))
  await expect.poll(() => search(page).inputValue()).toBe('klokkenm')
  await expect.poll(() => options(page).count()).toBeGreaterThan(1)
})

test('address search: Escape closes the list, then clears the field; arrows open it again (statement 5)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await atSearch(shop, wide, 'en')
  // Filled in one step: the first letters alone would find another list.
  await search(page).fill('zilverkade 1')
  await expectVisible(options(page))
  await page.keyboard.press('Escape')
  await expectHidden(list(page))
  await expect.poll(() => search(page).inputValue()).toBe('zilverkade 1')
  await page.keyboard.press('ArrowUp')
  await expectVisible(options(page))
  await expect.poll(() => options(page).last().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Tab')
  await expectHidden(list(page))
  await search(page).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => search(page).inputValue()).toBe('')
})

test('address search: uses the chosen country, and is off for Italy and Poland (PERSON-3, PERSON-5)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await atSearch(shop, wide)
  const sent = searches(page)
  await country(page).selectOption('DE')
  await search(page).pressSequentially('10117 12a')
  await expect.poll(() => value(page, 'Straat')).toBe('Silberlindenstraße')
  await expect.poll(() => value(page, /Toevoeging/)).toBe('a')
  expect(sent.every(({ context }) => context.startsWith('deu'))).toBe(true)
  for (const code of ['IT', 'PL']) {
    await country(page).selectOption(code)
    await expectHidden(search(page))
    await expectVisible(page.getByRole('textbox', { name: 'Straat' }))
  }
  await country(page).selectOption('AT')
  await expectVisible(search(page))
})

test('address search: shows nothing when the service does not respond, and the fields stay editable (PERSON-3, statement 19)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await atSearch(shop, wide)
  wide.expectConsoleError('Failed to load resource')
  let asked = 0
  await page.route('**/proxy/postcode/autocomplete/**', async (route) => {
    asked += 1
    await route.fulfill({ status: 500, json: {} })
  })
  await search(page).fill('zil')
  await expect.poll(() => asked).toBe(1)
  await page.getByRole('textbox', { name: 'Straat' }).fill('Zilverkade')
  await expect.poll(() => list(page).filter({ visible: true }).count()).toBe(0)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => page.locator('[data-toast]').count()).toBe(0)
  await expect.poll(() => value(page, 'Straat')).toBe('Zilverkade')
})

test('address search: a late response does not replace a newer one (PERSON-3)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await atSearch(shop, wide)
  let release = () => {}
  const later = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/proxy/postcode/autocomplete/nld/k/**', async (route) => {
    await later
    await route.continue()
  })
  const late = page.waitForResponse('**/proxy/postcode/autocomplete/nld/k/**')
  const asked = page.waitForRequest('**/proxy/postcode/autocomplete/nld/k/**')
  await search(page).fill('k')
  await asked
  await search(page).fill('zilverkade 2')
  await expectVisible(options(page).filter({ hasText: 'Zilverkade 2' }))
  const shown = await options(page).allInnerTexts()
  release()
  await (await late).finished()
  await expect.poll(() => options(page).allInnerTexts()).toEqual(shown)
})

test('address search: on a phone the results cover the bottom bar, which returns after a selection (PERSON-3)', async ({
  shop,
  phone: { page, ...phone },
}) => {
  await openForm(shop, { page, ...phone })
  const bar = page.locator('[data-action-bar]')
  const inSight = (one: Locator) =>
    one.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return there !== null && element.contains(there)
    })
  await search(page).evaluate((box) => box.scrollIntoView({ block: 'end' }))
  await page.evaluate(() => window.scrollBy(0, -90))
  await expect.poll(() => inSight(bar)).toBe(true)
  await search(page).pressSequentially('zilverkade 1')
  await expect.poll(() => inSight(options(page).first())).toBe(true)
  await expect.poll(() => inSight(options(page).nth(2))).toBe(true)
  await expect.poll(() => inSight(search(page))).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => inSight(bar)).toBe(true)
})

test('address search: fits 320 pixels, and axe finds nothing while the list is open (statements 9, 10)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  await page.setViewportSize({ width: 320, height: 640 })
  await atSearch(shop, phone)
  await search(page).pressSequentially('zilverkade 1')
  await expectVisible(options(page))
  await page.keyboard.press('ArrowDown')
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page, 'main')
  const sizes = await options(page).evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().height),
  )
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
})

test('address search: the sandbox finds any address, and the page suggests examples (B21)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  await atSearch(shop, wide)
  await expectVisible(page.getByText(/Adressen om te proberen.*je eigen postcode/))
  await search(page).fill('5678 CD 9b')
  await expect.poll(() => value(page, 'Straat')).toBe('Proeflaan')
  await expect.poll(() => value(page, 'Postcode')).toBe('5678 CD')
  await expect.poll(() => value(page, 'Huisnummer')).toBe('9')
  // The number is not the second line of an address, and no browser fills it in as that.
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Huisnummer' }).getAttribute('autocomplete'))
    .toBe('off')

  // A search without results is shown at the field and announced (D6).
  await search(page).fill('1012 ZZ 99999')
  const nothing = 'Niets gevonden. Vul je adres hieronder zelf in.'
  await expectAnnouncement(page, nothing)
  const hint = (await search(page).getAttribute('aria-describedby')) ?? ''
  await expect.poll(() => page.locator(`[id="${hint}"]`).innerText()).toBe(nothing)
  await search(page).fill('zilverkade 1')
  await expectVisible(options(page))
  await expect.poll(() => page.locator(`[id="${hint}"]`).innerText()).not.toBe(nothing)
})
