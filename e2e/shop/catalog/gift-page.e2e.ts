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
import { respondInstead } from '#e2e/support/fake-response.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const at = (scp: string) => `/product-description/${scp}`
const heading = ({ page }: Visit) => page.getByRole('heading', { level: 1 })
const buy = ({ page }: Visit) => page.getByRole('button', { name: 'Kies dit cadeau' })
const colourOf = (page: Page) => page.getByRole('combobox', { name: 'Kleur' })
const path = ({ page }: Visit) => new URL(page.url()).pathname

async function open(visit: Visit, shop: TestShop, scp: string, channel = '1014') {
  const holder = await shop.holder({ channel })
  await visit.openAs(holder.code, at(scp))
  await expectVisible(heading(visit))
  return holder
}

/** The thumbnails that are wholly to be seen, and which is chosen. */
async function thumbnails(page: Page, name: string) {
  const all = page.getByRole('button', { name: new RegExp(`^${name}, foto \\d of|van \\d`) })
  const row = await all.first().locator('xpath=ancestor::ul').boundingBox()
  const boxes = await Promise.all((await all.all()).map((one) => one.boundingBox()))
  const seen = boxes.filter(
    (box) =>
      box &&
      row &&
      box.x >= row.x - 1 &&
      box.x + box.width <= row.x + row.width + 1 &&
      box.y >= row.y - 1 &&
      box.y + box.height <= row.y + row.height + 1,
  )
  return { total: boxes.length, seen: seen.length }
}

const chosen = (page: Page) =>
  page.getByRole('listitem').locator('[aria-current="true"]').getAttribute('aria-label')

test('gallery: four thumbnails and arrows lead to six images, by mouse and keyboard (DETAIL-1)', async ({
  wide,
  shop,
}) => {
  await open(wide, shop, 'tall-vase-sand')
  const { page } = wide
  await expect.poll(() => thumbnails(page, 'Hoge vaas')).toEqual({ total: 6, seen: 4 })
  const next = page.getByRole('button', { name: 'Volgende' })
  const previous = page.getByRole('button', { name: 'Vorige' })
  await expect.poll(() => previous.isDisabled()).toBe(true)

  const inView = async (place: number) => {
    await expect
      .poll(() => pictureInView(page.getByRole('group', { name: 'Foto’s van Hoge vaas' })))
      .toBe(`Hoge vaas, foto ${place} van 6`)
    await expect.poll(() => chosen(page)).toBe(`Hoge vaas, foto ${place} van 6`)
  }
  await inView(1)
  await next.click()
  await inView(2)
  await page.getByRole('button', { name: 'Hoge vaas, foto 4 van 6' }).click()
  await inView(4)
  for (let place = 5; place <= 6; place += 1) await next.click()
  await inView(6)
  await expect.poll(() => next.isDisabled()).toBe(true)
  // The arrow that led to the last picture keeps the focus: the next key is not lost (C).
  expect(await next.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(async () => (await thumbnails(page, 'Hoge vaas')).seen).toBe(4)

  const strip = page.getByRole('group', { name: 'Foto’s van Hoge vaas' })
  await strip.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chosen(page)).toBe('Hoge vaas, foto 5 van 6')
})

/** The picture whose middle is the strip's middle. */
const pictureInView = (strip: Locator) =>
  strip.evaluate((strip) => {
    const { left, width, top, height } = strip.getBoundingClientRect()
    const there = document.elementsFromPoint(left + width / 2, top + height / 2)
    return there.find((element) => element instanceof HTMLImageElement)?.getAttribute('alt')
  })

test('gallery: no arrows for four images, no thumbnails for one, and a placeholder for none (DETAIL-1)', async ({
  wide,
  shop,
}) => {
  await open(wide, shop, 'canvas-bag-moss')
  const { page } = wide
  await expect.poll(async () => (await thumbnails(page, 'Canvas tas')).total).toBe(3)
  await expect.poll(() => page.getByRole('button', { name: 'Volgende' }).count()).toBe(0)

  await wide.go(at('lantern'))
  await expectVisible(heading(wide).filter({ hasText: 'Windlicht' }))
  await expectVisible(page.getByRole('img', { name: 'Windlicht', exact: true }))
  await expect.poll(() => page.getByRole('button', { name: /foto/ }).count()).toBe(0)

  await wide.go(at('chocolate-box'))
  await expectVisible(page.getByRole('img', { name: 'Doos bonbons' }))
})

async function swipeLeft({ context, page }: Visit, box: { x: number; y: number } | null) {
  const touch = await context.newCDPSession(page)
  const y = (box?.y ?? 0) + 120
  const finger = (x: number) => [{ x: (box?.x ?? 0) + x, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger(300) })
  for (let x = 280; x >= 60; x -= 20) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(x) })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('gallery: can be swiped on a phone (DETAIL-1)', async ({ phone, shop }) => {
  await open(phone, shop, 'tall-vase-sand')
  const strip = phone.page.getByRole('group', { name: 'Foto’s van Hoge vaas' })
  await expect.poll(() => pictureInView(strip)).toBe('Hoge vaas, foto 1 van 6')
  // Name and points are there to be read before anything is scrolled (L7).
  const points = phone.page
    .getByRole('main')
    .getByText(/^\d+\spunten$/)
    .first()
  for (const told of [heading(phone), points]) {
    const room = async () => {
      const [own, bar] = await Promise.all([told.boundingBox(), buy(phone).boundingBox()])
      return (bar?.y ?? 0) - ((own?.y ?? 0) + (own?.height ?? 0))
    }
    await expect.poll(room).toBeGreaterThan(0)
  }
  await swipeLeft(phone, await strip.boundingBox())
  await expect.poll(() => chosen(phone.page)).toBe('Hoge vaas, foto 2 van 6')
})

test('gallery: on a phone the background of an image continues beside it without a visible edge (DETAIL-1, L1)', async ({
  phone,
  shop,
}) => {
  await open(phone, shop, 'tall-vase-sand')
  for (const width of [375, 412]) {
    await phone.page.setViewportSize({ width, height: 720 })
    const pictures = phone.page.getByRole('group', { name: 'Foto’s van Hoge vaas' }).locator('img')
    const sides = async () => {
      const [own, before, after] = await Promise.all(
        [0, 1, 2].map((at) => pictures.nth(at).boundingBox()),
      )
      const ends = (box: typeof own) => [box?.x ?? NaN, (box?.x ?? NaN) + (box?.width ?? NaN)]
      const [[start = 0, end = 0], [far = 0, met = 0], [meets = 0, last = 0]] = [
        ends(own),
        ends(before),
        ends(after),
      ] as const
      const near = (one: number, other: number) => Math.abs(one - other) <= 1
      return near(met, start) && near(meets, end) && far <= 0 && last >= width
    }
    await expect.poll(sides).toBe(true)
  }
})

test('details: shows all texts of a gift (DETAIL-2)', async ({ wide, shop }) => {
  await open(wide, shop, 'stoneware-mug-sand')
  const main = wide.page.getByRole('main')
  await expectVisible(heading(wide).filter({ hasText: 'Steengoed mok' }))
  await expectVisible(main.getByText('Zonnekeramiek').first())
  await expectVisible(main.getByText('3 punten', { exact: false }).first())
  await expectVisible(main.getByText('Binnen 2 werkdagen in huis'))
  await expectVisible(main.getByText('Met de hand gedraaid, elke mok net even anders.'))
  await expectVisible(main.getByText('Past, nog 17 over'))
  await expectVisible(main.getByRole('button', { name: 'Bewaar Steengoed mok op je verlanglijst' }))

  const stock = main.getByText('Nog enkele beschikbaar')
  await expect
    .poll(() => stock.evaluate((badge) => getComputedStyle(badge).backgroundColor))
    .toBe('rgb(255, 202, 111)')

  await expectVisible(main.getByText('Geschikt voor vaatwasser en magnetron.'))
  const warranty = main.getByText('Twee jaar.')
  await expect.poll(() => warranty.isVisible()).toBe(false)
  await main.getByText('Garantie').click()
  await expectVisible(warranty)
  await main.getByText('Garantie').click()
  await expectHidden(warranty)
  await main.getByText('Duurzaamheid').click()
  await expectVisible(main.getByText(/hernieuwbaar of gerecycled/))
})

test('details: sections without a text are left out (DETAIL-2)', async ({ wide, shop }) => {
  const gift = await shop.gift({ name: 'Vaas zonder woorden', points: 1 })
  await open(wide, shop, gift.sku)
  await expectVisible(buy(wide))
  await expectVisible(wide.page.getByText(/1\spunt(?!en)/))
  for (const title of ['Meer over dit cadeau', 'Duurzaamheid', 'Garantie']) {
    await expect.poll(() => wide.page.getByRole('main').getByText(title).count()).toBe(0)
  }
})

test('details: are in English for a recipient who chose English (DETAIL-2)', async ({
  phone,
  shop,
}) => {
  const holder = await shop.holder()
  await phone.openAs(holder.code, at('stoneware-mug-sea'), { language: 'en' })
  await expectVisible(heading(phone).filter({ hasText: 'Stoneware mug' }))
  await expectVisible(phone.page.getByText('In stock', { exact: true }))
  await expectVisible(phone.page.getByRole('button', { name: 'Choose this gift' }))
  await expectVisible(phone.page.getByRole('combobox', { name: 'Colour' }))
})

test('variants: selecting one keeps the quantity and the focus (DETAIL-3)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const holder = await shop.holder()
  await wide.openAs(holder.code, '/contact')
  await wide.go(at('apron-night-m'))
  await page.getByRole('button', { name: 'Eentje meer' }).click()
  await page.getByRole('button', { name: 'Eentje meer' }).click()

  await colourOf(page).focus()
  await colourOf(page).selectOption({ label: 'Zand' })
  await page.waitForURL((url) => url.pathname === at('apron-sand-m'))
  await expectAnnouncement(page, 'Keukenschort, Zand, M. Nog enkele beschikbaar.')
  await expect.poll(() => page.getByLabel('Aantal').last().inputValue()).toBe('3')
  await expect
    .poll(() => colourOf(page).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.getByLabel('Maat').selectOption({ label: 'S' })
  await page.waitForURL((url) => url.pathname === at('apron-sand-s'))

  // All variants share one entry in the browser history.
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/contact')
})

test('variants: selecting one keeps the scroll position; another gift starts at the top (B9, FRAME-9)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  await open(phone, shop, 'apron-night-m')
  const colour = colourOf(page)
  const top = () => colour.evaluate((field) => field.getBoundingClientRect().top)
  await page.evaluate(() => window.scrollTo(0, 500))
  const before = await top()
  await colour.selectOption({ label: 'Zand' })
  await page.waitForURL((url) => url.pathname === at('apron-sand-m'))
  await expectVisible(page.getByText('Nog enkele beschikbaar'))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400)
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Retourneren' }).click()
  await page.waitForURL((url) => url.pathname === '/return-policy')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('variants: a sold-out one has no buy button, and says so before and after it is selected (DETAIL-3)', async ({
  wide,
  shop,
}) => {
  await open(wide, shop, 'apron-night-m')
  const { page } = wide
  await expectVisible(buy(wide))
  const sizes = await page.getByLabel('Maat').getByRole('option').allInnerTexts()
  expect(sizes).toEqual(['S', 'M', 'L · Uitverkocht'])

  await page.getByLabel('Maat').selectOption({ label: 'L · Uitverkocht' })
  await page.waitForURL((url) => url.pathname === at('apron-night-l'))
  await expectVisible(page.getByText('Deze uitvoering is er nu niet.'))
  await expect.poll(() => buy(wide).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Eentje meer' }).count()).toBe(0)
  await expectVisible(page.getByText('Uitverkocht', { exact: true }))
  await expectVisible(page.getByRole('link', { name: 'Bekijk cadeaus die erop lijken' }))

  await wide.go(at('lantern'))
  await expectVisible(page.getByText('Dit cadeau is nu uitverkocht.', { exact: false }))
  await expect.poll(() => buy(wide).count()).toBe(0)
})

test('variants: the nearest one opens if the exact one does not exist (DETAIL-3)', async ({
  wide,
  shop,
}) => {
  await shop.sql`update offer set active = false where spli_id = '1014-rain-jacket-brick-s'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  await open(wide, shop, 'rain-jacket-night-s')
  await colourOf(wide.page).selectOption({ label: 'Baksteen' })
  // M is sold out: L can be had.
  await wide.page.waitForURL((url) => url.pathname === at('rain-jacket-brick-l'))
  await expectVisible(buy(wide))
  await expect.poll(() => wide.page.getByLabel('Maat').inputValue()).toBe('l')
})

test('quantity: starts at one and has no maximum (DETAIL-4)', async ({ wide, shop }) => {
  await open(wide, shop, 'candle-set')
  const { page } = wide
  const less = page.getByRole('button', { name: 'Eentje minder' })
  const more = page.getByRole('button', { name: 'Eentje meer' })
  const quantity = page.getByRole('textbox', { name: 'Aantal' })
  await expect.poll(() => less.isDisabled()).toBe(true)
  await quantity.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => quantity.inputValue()).toBe('1')
  for (let click = 0; click < 12; click += 1) await more.click()
  await expect.poll(() => quantity.inputValue()).toBe('13')
  await expectAnnouncement(page, '13 × Zes dinerkaarsen')
  await less.click()
  await expect.poll(() => quantity.inputValue()).toBe('12')
})

test('quantity: shows what the selected quantity means for the cart (B5, CART-4)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const basket = await shop.gift({ points: 1 })
  const holder = await shop.holder({ points: 20 })
  await holder.done('changeCart', { spli_id: basket.spliId, quantity: 1 })
  await wide.openAs(holder.code, at('stoneware-mug-sand'))
  const gift = page.getByRole('article')
  await expectVisible(gift.getByText('Past, nog 16 over'))
  for (const [quantity, meaning] of [
    ['6', 'Past, nog 1 over'],
    ['7', 'Past als je € 10,00 bijbetaalt'],
    ['9', '8 punten te weinig'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Aantal' }).fill(quantity)
    await expectVisible(gift.getByText(meaning.replace('€ ', '€\u00a0')))
  }
  // What cannot be ordered is not the main action; what fits is one link away.
  await expectVisible(gift.getByText('Je kunt hoogstens €\u00a010,00 bijbetalen.'))
  const fitting = gift.getByRole('link', { name: 'Bekijk wat wel past' })
  await expect.poll(() => fitting.getAttribute('href')).toBe('/products?pointsFrom=1&pointsTo=21')
  await page.getByRole('textbox', { name: 'Aantal' }).fill('7')
  await expectHidden(fitting)
  // Each recommended gift also shows whether it fits.
  const others = page.getByRole('region', { name: 'Past hier goed bij' }).getByRole('article')
  await expect.poll(() => others.count()).toBeGreaterThan(1)
  for (const other of await others.all()) {
    await expect
      .poll(() => other.innerText())
      .toMatch(/Past (precies|als je €.* bijbetaalt)|nog \d+ over|te weinig/)
  }
})

test('quantity: no stepper if the channel does not allow to change quantities (DETAIL-4)', async ({
  wide,
  shop,
}) => {
  await open(wide, shop, 'candle-set', '2002')
  await expectVisible(buy(wide))
  await expect.poll(() => wide.page.getByRole('textbox', { name: 'Aantal' }).count()).toBe(0)
  await expect.poll(() => wide.page.getByRole('button', { name: 'Eentje meer' }).count()).toBe(0)
})

test('breadcrumbs: lead back by group and tag, 24 pixels high, under the banner of the list (C, DETAIL-5)', async ({
  wide,
  shop,
}) => {
  const holder = await open(wide, shop, 'stoneware-mug-sea')
  const { page } = wide
  const { response } = await holder.done('product', { scpId: 'stoneware-mug-sea' })
  const [crumb] = response.breadcrumb
  const trail = page.getByRole('navigation', { name: 'Kruimelpad' })
  const links = trail.getByRole('link')
  await expect
    .poll(() => links.allInnerTexts())
    .toEqual([crumb?.tag_group_discription, crumb?.tag_description])
  for (const link of await links.all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  }
  const tags = crumb?.tag_ids.map((id) => `&tagId=${id}`).join('')
  await expect
    .poll(() => links.first().getAttribute('href'))
    .toBe(`/products?mainTagId=${crumb?.product_tag_group_id}${tags}`)
  await expect
    .poll(() => links.last().getAttribute('href'))
    .toBe(`/products?tagId=${crumb?.product_tag_id}`)
  await expect.poll(() => trail.getByRole('listitem').last().innerText()).toBe('Steengoed mok')

  const other = await holder.done('product', { scpId: 'candle-set' })
  const banner = page.locator(`main img[src*="${other.response.media}"]`)
  await expect.poll(() => banner.count()).toBe(0)
  await page.evaluate((file) => sessionStorage.setItem('bannerImage', file), other.response.media)
  await page.reload()
  await expectVisible(banner)
})

test('error: says what went wrong and how to continue (DETAIL-6)', async ({ wide, shop }) => {
  wide.expectConsoleError('404')
  await open(wide, shop, 'no-such-gift')
  const failed = 'An error occurred while loading the description'
  await expectVisible(heading(wide).filter({ hasText: failed }))
  // The small line is the specification's; the large one appears once, in the user's language.
  await expect
    .poll(() => wide.page.getByRole('alert').getByRole('paragraph').allTextContents())
    .toEqual(['Dit cadeau is er niet meer.', 'Bekijk alle cadeaus'])
  const size = (text: string) =>
    wide.page
      .getByText(text, { exact: true })
      .evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize))
  expect(await size('Dit cadeau is er niet meer.')).toBeGreaterThan(1.5 * (await size(failed)))
  await wide.page.getByRole('link', { name: 'Bekijk alle cadeaus' }).click()
  await wide.page.waitForURL((url) => url.pathname === '/products')
})

test('error: the gift can be loaded again when the shop could not be reached (DETAIL-6)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('ERR_FAILED')
  const cut = await respondInstead(wide.page, '**/rest/saleschannelproducts/**', (route) =>
    route.abort(),
  )
  await open(wide, shop, 'teapot')
  await expectVisible(
    heading(wide).filter({ hasText: 'An error occurred while loading the description' }),
  )
  cut.stop()
  await wide.page.getByRole('button', { name: 'Probeer het nog eens' }).click()
  await expectVisible(heading(wide).filter({ hasText: 'Theepot' }))
})

test('buy button: stays visible on a phone, and never covers the focus', async ({
  phone,
  shop,
}) => {
  await open(phone, shop, 'apron-night-m')
  const { page } = phone
  const bottom = async () => {
    const box = await buy(phone).boundingBox()
    return (box?.y ?? Infinity) + (box?.height ?? 0)
  }
  await expect.poll(bottom).toBeLessThanOrEqual(720)

  const main = page.getByRole('main')
  await main.focus()
  const covered: string[] = []
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('Tab')
    const state = await page.evaluate(() => {
      const { activeElement: focused } = document
      if (!focused?.closest('main')) return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      return { name: focused.textContent, clear: focused.contains(there) }
    })
    if (state && !state.clear) covered.push(state.name)
  }
  expect(covered).toEqual([])
})

test('gift page: is accessible, also at 320 pixels', async ({ phone, shop }) => {
  await phone.page.setViewportSize({ width: 320, height: 640 })
  for (const scp of ['tall-vase-sand', 'apron-night-l']) {
    await open(phone, shop, scp)
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
  }
  expect(path(phone)).toBe(at('apron-night-l'))
})
