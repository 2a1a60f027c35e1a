import { inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  LAYOUT_LANGUAGE,
  signInAsStaff,
  submitSignIn,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import dutchBar from '#storefront/preview/messages/nl.json' with { type: 'json' }
import englishBar from '#storefront/preview/messages/en.json' with { type: 'json' }
import { previewFrame } from '#contract/shared/storage-keys.ts'
import { headerText, releaseClient } from '#server/testing/clients/release-client.ts'
import { hashAllRows } from '#server/testing/database/all-rows.ts'

const WORDS = inEachLanguage((t, either) => ({
  open: t('preview.newTab'),
  releasesChosen: t('preview.releasesChosen', { count: 1 }),
  soldOut: t('preview.soldOut'),
  one: t('preview.one'),
  two: t('preview.two'),
  second: t('preview.side.b'),
  german: t('in.de'),
  points: t('preview.points'),
  language: t('preview.language'),
  day: t('preview.day'),
  noDay: withAnyValue(t('date.wrong')),
  stroke: either('-', '/'),
  calendar: t('date.calendar'),
  pick: t('date.pick'),
  december: /^december 2027$/i,
  nextMonth: t('date.nextMonth'),
  find: t('preview.findGift'),
  add: (name: string) => t('preview.addGift', { name }),
  bar: either(dutchBar.preview, englishBar.preview),
  only: either(dutchBar.onlyYou, englishBar.onlyYou),
  end: either(dutchBar.end, englishBar.end),
  ended: either(dutchBar.ended, englishBar.ended),
  again: either(dutchBar.again, englishBar.again),
  options: t('preview.options'),
  title: t('preview.title'),
  dutch: t('in.nl'),
  blocked: t('preview.blocked'),
}))

/** The tab that a link opens, drawn. */
async function openedBy(context: BrowserContext, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), click()])
  await tab.waitForURL((address) => address.pathname === '/')
  return tab
}

/** The tab that a click on something in it closes: it may be gone before the click has been answered. */
async function closedBy(tab: Page, button: Locator) {
  const closed = tab.waitForEvent('close')
  await button.click().catch((error: unknown) => {
    if (!tab.isClosed()) throw error
  })
  await closed
}

/** The paths that a frame goes to from now on. */
function pagesOf(tab: Page, frame: string): string[] {
  const paths: string[] = []
  tab.on('framenavigated', (one) => {
    if (one.name() === frame) paths.push(new URL(one.url()).pathname)
  })
  return paths
}

/** Holds back the code of a preview that opens from now on, until the returned function is called. */
async function heldCode(tab: Page) {
  const held: Route[] = []
  const { stop } = await respondInstead(
    tab,
    /FramedPreview-[^/]*\.js$/,
    (route) => void held.push(route),
  )
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    stop()
    for (const route of held) await route.continue()
  }
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`the shop is previewed with three changes, points, a language, a date and a sold-out gift; nothing is stored and no recipient sees it, in ${language} (DESK-18, PRODUCT-8)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page, context } = wide
    wide.expectConsoleError('401')
    wide.expectConsoleError('403')
    const name = `Kruik ${language}`
    const gift = await shop.gift({ points: 6, inStock: 9, name })
    const other = await shop.gift({ points: 5, inStock: 9, name: `Kan ${language}` })
    const backoffice = await releaseClient(shop, 'editor')
    await shop.sql`update staff set language = ${language} where id = ${backoffice.guest.staffId}`
    const id = await backoffice.draft(`Advent ${language}`)
    const basket = `Adventsmand ${language}`
    await backoffice.putChange(id, { key: headerText('basketLabel'), after: { value: basket } })
    await backoffice.putChange(id, {
      key: headerText('wishlistLabel'),
      after: { value: 'Adventswensen' },
    })
    const later = await backoffice.draft(`Planned ${language}`)
    await backoffice.putChange(later, {
      key: headerText('ordersLabel'),
      after: { value: 'Adventspost' },
    })
    const day = new Date(shop.clock.now().getTime() + 3 * 86_400_000)
    await backoffice.publish(later, { from: new Date(day.getTime() - 86_400_000).toISOString() })

    // A holder is in the shop already, in another browser; and in this very one, in another tab.
    const inOther = await shop.holder({ points: 20 })
    await phone.openAs(inOther.code)
    await expectVisible(phone.page.getByRole('link', { name: /mand/i }))
    const inThis = await shop.holder({ points: 20 })
    await wide.openAs(inThis.code)
    const holdersTab = page
    await expectVisible(holdersTab.getByRole('link', { name: /mand/i }))
    const heldBefore = await holdersTab.evaluate(() => JSON.stringify({ ...localStorage }))

    await holdersTab.evaluate((one) => localStorage.setItem('backoffice.language', one), language)
    const backofficeTab = await context.newPage()
    await backofficeTab.goto(wide.url(`/backoffice/releases/${id}`))
    await submitSignIn({ ...wide, page: backofficeTab }, language, backoffice.guest)
    await backofficeTab.getByRole('main').getByRole('link', { name: words.title }).click()
    const chosen = backofficeTab.getByRole('button', { name: words.releasesChosen })
    await chosen.click()
    await expectVisible(
      backofficeTab.getByRole('checkbox', { name: `Advent ${language}`, checked: true }),
    )
    await backofficeTab.keyboard.press('Escape')
    await backofficeTab.getByLabel(words.points, { exact: true }).fill('8')
    await backofficeTab.getByLabel(words.language, { exact: true }).selectOption('nl')
    await backofficeTab.getByLabel(words.day).fill(day.toISOString().slice(0, 10) + 'T23:00')
    await backofficeTab.getByRole('button', { name: words.soldOut }).click()
    await backofficeTab.getByLabel(words.find).fill('kruik')
    await backofficeTab.getByRole('button', { name: words.add(name) }).click()
    await backofficeTab.keyboard.press('Escape')
    // The frame shows it at once.
    const frame = backofficeTab.frameLocator('iframe').first()
    await expectVisible(frame.getByRole('link', { name: basket }))
    await expectVisible(frame.getByRole('link', { name: 'Adventspost' }))
    await expectNoAxeViolations(backofficeTab)
    // The address holds the complete state of the page.
    await backofficeTab.reload()
    await expectVisible(chosen)
    await expectVisible(frame.getByRole('link', { name: basket }))
    if (language === LAYOUT_LANGUAGE) {
      await backofficeTab.getByRole('radio', { name: words.two }).check()
      const second = backofficeTab.getByRole('region', { name: words.second })
      // Beside each other, all but the channel is in a menu.
      await second.getByRole('button', { name: words.options }).click()
      await second.getByLabel(words.language, { exact: true }).selectOption({ label: words.german })
      const inGerman = second.frameLocator('iframe')
      await expectVisible(inGerman.locator('html[lang=de]'))
      // The second one opens again, slowly, while the first one goes on.
      const open = await heldCode(backofficeTab)
      const pages = pagesOf(backofficeTab, previewFrame('a'))
      await second.getByLabel(words.points, { exact: true }).fill('9')
      await frame.getByRole('link', { name: 'Adventswensen' }).click()
      await expectVisible(frame.getByRole('heading', { level: 1, name: /verlanglijst|wens/i }))
      await open()
      // Each has storage of its own, and both are on the same page.
      await expectVisible(inGerman.getByRole('heading', { level: 1, name: /wunsch|merk/i }))
      await expectVisible(frame.locator('html[lang=nl]'))
      expect(pages).toEqual(['/wishlist'])
      await expectNoAxeViolations(backofficeTab)
      await backofficeTab.getByRole('radio', { name: words.one }).check()
      await expectHidden(second)
      // It opens with the home page again.
      await backofficeTab.reload()
      await expectVisible(frame.getByRole('link', { name: basket }))
    }
    await backofficeTab.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(backofficeTab)
    await backofficeTab.setViewportSize({ width: 1280, height: 900 })

    const look = () => backofficeTab.getByRole('link', { name: words.open })
    const shopTab = await openedBy(context, () => look().click())
    const bar = shopTab.getByRole('region', { name: words.bar })
    await expectVisible(bar.getByText(words.only))
    const before = await hashAllRows(shop.sql)
    for (const fact of ['1014', /^8 /, words.dutch, `Advent ${language}`]) {
      await expectVisible(bar.getByText(fact))
    }
    // The shop greets by the clock of that moment.
    await expectVisible(shopTab.getByRole('heading', { level: 1, name: /avond/i }))
    await expectVisible(shopTab.getByRole('link', { name: basket }))
    await expectVisible(shopTab.getByRole('link', { name: 'Adventswensen' }))
    await expectVisible(shopTab.getByRole('link', { name: 'Adventspost' }))
    await expectNoAxeViolations(shopTab)
    await shopTab.goto(wide.url(`/product-description/${gift.sku}`))
    await expectVisible(shopTab.getByText(/uitverkocht/i))
    await shopTab.goto(wide.url(`/product-description/${other.sku}`))
    await expectVisible(shopTab.getByRole('heading', { level: 1, name: `Kan ${language}` }))
    await shopTab.getByRole('button', { name: 'Kies dit cadeau' }).click()
    await expectVisible(
      shopTab.getByText('Dit is een voorbeeld: er wordt niets opgeslagen of besteld.'),
    )
    await shopTab.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(shopTab)
    await shopTab.setViewportSize({ width: 1280, height: 900 })
    expect(await hashAllRows(shop.sql)).toEqual(before)

    // Holders see the live shop, and their sessions are unchanged.
    for (const tab of [phone.page, holdersTab]) {
      await tab.reload()
      await expectVisible(tab.getByRole('link', { name: /mand/i }))
      expect(await tab.getByText(/Advent/).count()).toBe(0)
      expect(await tab.getByRole('region', { name: words.bar }).count()).toBe(0)
    }
    const heldNow = await holdersTab.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(JSON.parse(heldNow)).toMatchObject({
      wt: (JSON.parse(heldBefore) as { wt: string }).wt,
    })
    await holdersTab.goto(wide.url(`/product-description/${gift.sku}`))
    await expectVisible(holdersTab.getByRole('heading', { level: 1, name }))
    expect(await holdersTab.getByText(/uitverkocht/i).count()).toBe(0)

    // Logging out of a preview ends it.
    const another = await openedBy(context, () => look().click())
    await expectVisible(another.getByRole('region', { name: words.bar }))
    await closedBy(another, another.getByRole('button', { name: nl('signOut') }))

    // The preview ends with the session of its viewer.
    await shop.sql`delete from staff_session where staff_id = ${backoffice.guest.staffId}`
    await shopTab.reload()
    await expectVisible(bar.getByText(words.ended))
    await expectVisible(bar.getByRole('link', { name: words.again }))
    await closedBy(shopTab, bar.getByRole('button', { name: words.end }))
  })

  test(`an invalid date does not open the preview, and its bar shows dates in the format of the back office, in ${language} (SAFE-16, C-2, C-6)`, async ({
    wide,
    shop,
  }) => {
    const { page, context } = wide
    wide.expectConsoleError('401')
    // Of a tab before it has an address.
    wide.expectConsoleError('Access is denied for this document')
    const backoffice = await releaseClient(shop, 'editor')
    await shop.sql`update staff set language = ${language} where id = ${backoffice.guest.staffId}`
    // Over plain HTTP and in an old browser no request says that it is for a frame, so the shop refuses one.
    wide.expectConsoleError('frame-ancestors')
    const isHome = (address: URL) => address.pathname === '/'
    const framed = await respondInstead(page, isHome, async (route) => {
      const answer = await shop.request('/')
      const policy = answer.headers.get('content-security-policy') ?? ''
      await route.fulfill({
        headers: { 'content-security-policy': policy, 'content-type': 'text/html' },
        body: await answer.text(),
      })
    })
    await signInAsStaff(wide, language, '/backoffice/preview?channel=1014', backoffice.guest)
    await expectVisible(page.getByText(words.blocked))
    await expectNoAxeViolations(page)
    framed.stop()
    const day = page.getByLabel(words.day)
    await day.fill('Monday 07:00')
    const open = page.getByRole('link', { name: words.open })
    const tabs = context.pages().length
    await open.click()
    await expectVisible(page.getByText(words.noDay))
    await expect.poll(() => day.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(context.pages()).toHaveLength(tabs)

    await day.fill('23-12-2027 18:00')
    const shopTab = await openedBy(context, () => open.click())
    const bar = shopTab.getByRole('region', { name: words.bar })
    await expectVisible(bar.getByText(/^23 dec 2027,? 18:00$/i))
  })

  test(`a day is picked in a calendar, with the keyboard and by a click, and counts from noon without a time, in ${language} (SAFE-16, C-2, C-6)`, async ({
    wide,
    shop,
  }) => {
    const { page, context } = wide
    wide.expectConsoleError('401')
    wide.expectConsoleError('Access is denied for this document')
    const backoffice = await releaseClient(shop, 'editor')
    await shop.sql`update staff set language = ${language} where id = ${backoffice.guest.staffId}`
    await signInAsStaff(wide, language, '/backoffice/preview?channel=1014', backoffice.guest)
    const day = page.getByRole('textbox', { name: words.day })
    await day.fill(`23${words.stroke}12${words.stroke}2027`)
    await day.blur()
    await expect.poll(() => day.inputValue()).toBe(`23${words.stroke}12${words.stroke}2027 12:00`)

    const opener = page.getByRole('button', { name: words.calendar })
    await opener.press('Enter')
    const calendar = page.getByRole('dialog', { name: words.pick })
    await expectVisible(calendar.getByText(words.december))
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toMatch(/23 dec/i)
    expect(await calendar.locator('[aria-selected="true"]').textContent()).toBe('23')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expectHidden(calendar)
    await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)

    await page.keyboard.press('Enter')
    for (const key of ['ArrowDown', 'ArrowRight', 'End', 'PageDown']) await page.keyboard.press(key)
    // 23, 30, 31 December, Sunday 2 January, 2 February.
    await expect.poll(focused).toMatch(/2 feb/i)
    await page.keyboard.press('Enter')
    await expect.poll(() => day.inputValue()).toBe(`02${words.stroke}02${words.stroke}2028 12:00`)
    // The time is selected, to be typed over.
    await page.keyboard.type('18:00')
    await expect.poll(() => day.inputValue()).toBe(`02${words.stroke}02${words.stroke}2028 18:00`)

    await opener.click()
    await calendar.getByRole('button', { name: words.nextMonth }).click()
    await calendar.getByRole('button', { name: /\b15\b/ }).click()
    await expect.poll(() => day.inputValue()).toBe(`15${words.stroke}03${words.stroke}2028 18:00`)
    const shopTab = await openedBy(context, () =>
      page.getByRole('link', { name: words.open }).click(),
    )
    const bar = shopTab.getByRole('region', { name: words.bar })
    await expectVisible(bar.getByText(/^15 (mrt|mar) 2028,? 18:00$/i))
  })

  test(`a calendar stays on the screen of a phone, and a click outside closes it, in ${language} (SAFE-16, C-2)`, async ({
    phone,
    shop,
  }) => {
    const { page } = phone
    phone.expectConsoleError('401')
    const backoffice = await releaseClient(shop, 'editor')
    await shop.sql`update staff set language = ${language} where id = ${backoffice.guest.staffId}`
    await signInAsStaff(phone, language, '/backoffice/preview?channel=1014', backoffice.guest)
    // The frame has the rest of the height: one bar is above it, with a menu.
    const frame = await page.locator('iframe').boundingBox()
    expect(frame?.y).toBeLessThan(250)
    await page.getByRole('button', { name: words.options }).click()
    await page.getByRole('button', { name: words.calendar }).click()
    const calendar = page.getByRole('dialog', { name: words.pick })
    await expectVisible(calendar)
    const box = await calendar.boundingBox()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    await expectNoHorizontalScroll(page)
    // A click outside closes it.
    const above = box?.y ?? 0
    await page.mouse.click(4, above > 60 ? above - 20 : above + (box?.height ?? 0) + 20)
    await expectHidden(calendar)
  })
}
