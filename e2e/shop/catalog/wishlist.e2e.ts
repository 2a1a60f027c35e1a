import type { Locator, Route } from 'playwright-core'
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
import type { TestHolder, TestShop } from '#server/testing/test-shop.ts'

const MUG = '1014-stoneware-mug-sea'
const heart = ({ page }: Visit, name = 'Steengoed mok') =>
  page.getByRole('main').getByRole('button', { name: `Bewaar ${name} op je verlanglijst` })
const inHeader = ({ page }: Visit) =>
  page.getByRole('banner').getByRole('link', { name: /Verlanglijst/ })
const wish = ({ page }: Visit, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const storedList = ({ page }: Visit) => page.evaluate(() => localStorage.getItem('wish_list'))

/** Records each new value of an attribute. */
async function valuesOf(locator: Locator, attribute: string) {
  const noted = await locator.evaluateHandle((element, attribute) => {
    const values: (string | null)[] = []
    new MutationObserver(() => values.push(element.getAttribute(attribute))).observe(element, {
      attributeFilter: [attribute],
    })
    return values
  }, attribute)
  return () => noted.jsonValue()
}

async function wishing(shop: TestShop, gifts: string[], voucher = {}): Promise<TestHolder> {
  const holder = await shop.holder(voucher)
  for (const gift of gifts) await holder.done('addWish', { sales_pricelist_item: gift })
  return holder
}

async function wishesOf(holder: TestHolder) {
  const { response } = await holder.done('wishlist', {})
  return response.at(-1)?.wishlistsitems.map(({ spli_id }) => spli_id)
}

test('heart: changes on click, and the count follows immediately (BASKET-4, BASKET-6)', async ({
  wide,
  shop,
}) => {
  const holder = await shop.holder()
  await wide.openAs(holder.code, '/product-description/stoneware-mug-sea')
  const pressed = () => heart(wide).getAttribute('aria-pressed')
  await expectVisible(heart(wide))
  await expect.poll(() => pressed()).toBe('false')
  await expect.poll(() => storedList(wide)).toBeNull()

  await heart(wide).click()
  await expect.poll(pressed).toBe('true')
  await expectAnnouncement(wide.page, 'Steengoed mok staat op je verlanglijst')
  await expectVisible(inHeader(wide).getByText('1', { exact: true }))
  await expect.poll(() => wishesOf(holder)).toEqual([MUG])
  const { response } = await holder.done('wishlist', {})
  await expect.poll(() => storedList(wide)).toBe(response.at(-1)?.wish_list)

  await wide.page.reload()
  await expectVisible(heart(wide))
  await expect.poll(pressed).toBe('true')

  await heart(wide).click()
  await expect.poll(pressed).toBe('false')
  await expectAnnouncement(wide.page, 'Steengoed mok is van je verlanglijst verwijderd')
  await expectHidden(inHeader(wide).getByText('1', { exact: true }))
  await expect.poll(() => storedList(wide)).toBeNull()
  await expect.poll(() => wishesOf(holder)).toEqual([])
})

test('heart: has the state of the last click (BASKET-4)', async ({ wide, shop }) => {
  const holder = await wishing(shop, ['1014-teapot'])
  await wide.openAs(holder.code, '/product-description/stoneware-mug-sea')
  await expectVisible(inHeader(wide).getByText('1', { exact: true }))
  const held: (() => Promise<void>)[] = []
  let holding = true
  await wide.page.route('**/rest/wishlistitem*', async (route) => {
    if (holding) held.push(() => route.continue())
    else await route.continue()
  })
  for (const pressed of ['true', 'false', 'true', 'false']) {
    await heart(wide).click()
    await expect.poll(() => heart(wide).getAttribute('aria-pressed')).toBe(pressed)
  }
  holding = false
  await Promise.all(held.map((goOn) => goOn()))
  await expectAnnouncement(wide.page, 'Steengoed mok is van je verlanglijst verwijderd')
  await expect.poll(() => wishesOf(holder)).toEqual(['1014-teapot'])
  await expectVisible(inHeader(wide).getByText('1', { exact: true }))
})

test('wishlist: changes are sent one after the other, also if one fails (BASKET-4)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('ERR_FAILED')
  const holder = await shop.holder()
  await wide.openAs(holder.code, '/product-description/stoneware-mug-sea')
  await expectVisible(heart(wide))
  const sent: Route[] = []
  await page.route('**/rest/wishlistitem*', (route) => void sent.push(route))
  const shown = await valuesOf(heart(wide), 'aria-pressed')
  for (const pressed of ['true', 'false', 'true']) {
    await heart(wide).click()
    await expect.poll(() => heart(wide).getAttribute('aria-pressed')).toBe(pressed)
  }
  // After this request, every earlier request has been recorded.
  await page.evaluate(() => fetch('/health/live'))
  expect(sent).toHaveLength(1)
  await sent[0]?.abort()
  await expect.poll(() => sent.length).toBe(2)
  await sent[1]?.continue()
  await expect.poll(() => sent.length).toBe(3)
  await sent[2]?.continue()
  await expectAnnouncement(page, 'Steengoed mok staat op je verlanglijst')
  await expectVisible(inHeader(wide).getByText('1', { exact: true }))
  expect(await wishesOf(holder)).toEqual([MUG])
  // The heart shows the last click from then on, also while what was clicked before is carried out.
  expect(await shown()).toEqual(['true', 'false', 'true'])
})

test('heart: is reverted when the shop refuses the change (BASKET-4)', async ({ wide, shop }) => {
  wide.expectConsoleError('ERR_FAILED')
  const holder = await shop.holder()
  await wide.openAs(holder.code, '/product-description/stoneware-mug-sea')
  await expectVisible(heart(wide))
  await wide.page.route('**/rest/wishlistitemadd', (route) => route.abort())
  await heart(wide).click()
  await expectAnnouncement(
    wide.page,
    'De winkel is even niet te bereiken. Heb je internet? Probeer het dan nog eens.',
  )
  await expect.poll(() => heart(wide).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => storedList(wide)).toBeNull()
})

test('wishlist: shows its gifts with all details (BASKET-5)', async ({ wide, shop }) => {
  const { page } = wide
  const holder = await wishing(shop, [MUG, '1014-teapot', '1014-stoneware-mug-sand'])
  await wide.openAs(holder.code, '/wishlist')
  const title = page.getByRole('heading', { level: 1, name: 'Jouw verlanglijst' })
  await expectVisible(title)
  await expect.poll(() => title.locator('svg').count()).toBe(1)
  const picture = page.locator('main img').first()
  await expect.poll(() => picture.evaluate((img) => img.clientWidth)).toBeGreaterThan(900)
  await expectVisible(page.getByText('Samen 18 punten'))

  const teapot = wish(wide, 'Theepot voor vier')
  await expectVisible(teapot.getByText('Zonnekeramiek'))
  await expectVisible(teapot.getByText('12 punten'))
  await expectVisible(teapot.getByText(/Komt rechtstreeks van de maker, 5 werkdagen/))
  const badge = teapot.getByText('Op voorraad')
  const few = wish(wide, 'Nog enkele beschikbaar').getByText('Nog enkele beschikbaar')
  const colours = await Promise.all(
    [badge, few].map((one) => one.evaluate((el) => getComputedStyle(el).backgroundColor)),
  )
  expect(colours).toEqual(['rgb(205, 238, 231)', 'rgb(255, 202, 111)'])

  // All of the card is the link's ground, its picture first of all.
  await teapot.getByRole('article').click({ position: { x: 20, y: 60 } })
  await page.waitForURL((url) => url.pathname === '/product-description/teapot')
})

test('wishlist: a gift can be removed and restored, and an empty list says so (BASKET-5)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  const holder = await wishing(shop, [MUG, '1014-teapot'])
  await phone.openAs(holder.code, '/wishlist')
  const remove = (name: string) =>
    page.getByRole('button', { name: `Verwijder van de lijst: ${name}` })
  await remove('Theepot voor vier').click()
  await expectHidden(wish(phone, 'Theepot voor vier'))
  await expectAnnouncement(page, 'Theepot voor vier is van je verlanglijst verwijderd')
  await expectVisible(page.getByText('Samen 3 punten'))
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expect.poll(() => wishesOf(holder)).toEqual([MUG])

  await page.getByRole('button', { name: 'Zet terug' }).click()
  await expectVisible(wish(phone, 'Theepot voor vier'))
  await expectVisible(page.getByText('Samen 15 punten'))

  await remove('Theepot voor vier').click()
  await remove('Steengoed mok').click()
  await expectVisible(
    page.getByText('Je verlanglijst is leeg. Tik op een hartje om iets te bewaren.'),
  )
  await expect.poll(() => page.getByText(/^Samen/).count()).toBe(0)
  await expect.poll(() => storedList(phone)).toBeNull()
  await page.getByRole('link', { name: 'Bekijk de cadeaus' }).click()
  await page.waitForURL((url) => url.pathname === '/products')
})

test('wishlist: keeps gifts that are sold out or withdrawn, but does not sell them (BASKET-5)', async ({
  wide,
  shop,
}) => {
  const gift = await shop.gift({ name: 'Oude lamp', points: 7 })
  const holder = await wishing(shop, ['1014-lantern', gift.spliId, '1014-teapot'])
  await shop.sql`update offer set active = false where spli_id = ${gift.spliId}`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  await wide.openAs(holder.code, '/wishlist')

  const soldOut = wish(wide, 'Windlicht')
  await expectVisible(soldOut.getByText('Uitverkocht'))
  await expectVisible(soldOut.getByText('Blijft hier staan tot het er weer is'))
  await expect.poll(() => soldOut.getByRole('button', { name: /cadeaumand/ }).count()).toBe(0)

  const lost = wish(wide, 'Oude lamp')
  await expectVisible(lost.getByText('Dit cadeau is er niet meer'))
  await expect.poll(() => lost.getByRole('link').count()).toBe(0)
  // 5 and 12: what cannot be had any more does not count.
  await expectVisible(wide.page.getByText('Samen 17 punten'))
  await lost.getByRole('button', { name: 'Verwijder van de lijst: Oude lamp' }).click()
  await expectHidden(lost)
  await expect.poll(() => wishesOf(holder)).toEqual(['1014-lantern', '1014-teapot'])
})

test('wishlist: adding to the cart opens the overlay and updates the count (BASKET-6)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const holder = await wishing(shop, [MUG])
  await wide.openAs(holder.code, '/wishlist')
  await page.evaluate(() => sessionStorage.removeItem('cart_guid'))
  await page.getByRole('button', { name: 'In de cadeaumand: Steengoed mok' }).click()
  await expectVisible(page.getByRole('dialog', { name: /toegevoegd aan jouw selectie/ }))
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('cart_guid')))
    .toBe(holder.cartGuid)
  await expectVisible(page.getByRole('banner').getByRole('link', { name: /mand/ }).getByText('1'))
  await expect.poll(() => wishesOf(holder)).toEqual([MUG])
})

test('wishlist: adding opens the cart where the channel skips the overlay (BASKET-6)', async ({
  wide,
  shop,
}) => {
  const holder = await wishing(shop, ['2001-teapot'], { channel: '2001' })
  await wide.openAs(holder.code, '/wishlist')
  await wide.page.getByRole('button', { name: 'In de cadeaumand: Theepot voor vier' }).click()
  await wide.page.waitForURL((url) => url.pathname === '/cart')
  await expect.poll(() => wide.page.getByRole('dialog').count()).toBe(0)
})

test('wishlist: is in English, and accessible at 320 pixels (BASKET-5)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  await page.setViewportSize({ width: 320, height: 640 })
  const holder = await wishing(shop, [MUG, '1014-lantern', '1014-chocolate-box'])
  await phone.openAs(holder.code, '/wishlist', { language: 'en' })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Your wishlist' }))
  await expectVisible(page.getByText('10 points in total'))
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page)
})
