import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { cards } from '#e2e/support/gift-cards.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'

/** No gift's own page is answered before `answer` is called. */
async function holdGifts(page: Page) {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rest/saleschannelproducts/**', async (route) => {
    await held
    await route.fallback()
  })
  return { held, answer: () => answer() }
}

test('a gift that was in a list is shown immediately, before the response of its page (DETAIL-1)', async ({
  wide: { page, openAs },
}) => {
  const { held, answer } = await holdGifts(page)
  // The large form of the picture does not come before the end, either.
  await page.route(/\/images\/.*w=(640|800|960|1280)$/, async (route) => {
    await held
    await route.fallback()
  })
  await openAs('giftshop1', '/products?search=steengoed')
  await expectVisible(cards(page))
  const onCard = cards(page).filter({ hasText: 'Steengoed mok' }).first().locator('img').first()
  const came = (one: Element) => one instanceof HTMLImageElement && one.naturalWidth > 0
  await expect.poll(() => onCard.evaluate(came)).toBe(true)
  await cards(page).getByRole('link', { name: 'Steengoed mok' }).first().click()
  await page.waitForURL(/\/product-description\//)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Steengoed mok' }))
  await expectVisible(page.getByRole('main').getByText('punten').first())
  const stands = () =>
    page
      .getByRole('main')
      .locator('img')
      .evaluateAll((all) =>
        all.some(
          (one) => one instanceof HTMLImageElement && one.naturalWidth > 0 && one.width > 400,
        ),
      )
  await expect.poll(stands).toBe(true)
  expect(await page.getByRole('button', { name: 'Kies dit cadeau' }).count()).toBe(0)

  const place = async () =>
    (
      await page
        .getByRole('img', { name: /^Steengoed mok/ })
        .first()
        .boundingBox()
    )?.y
  const before = (await place()) ?? 0
  answer()
  await expectVisible(page.getByRole('button', { name: 'Kies dit cadeau' }))
  await expectHidden(page.locator('main [aria-busy]'))
  await expect.poll(async () => Math.abs(((await place()) ?? 0) - before)).toBeLessThan(1)
})

function watchRequests(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  return (part: string) => asked.filter((url) => url.includes(part)).length
}

test('an idle home page loads the code of the next page and its list, before any input', async ({
  wide: { page, openAs },
}) => {
  const times = watchRequests(page)
  await openAs('giftshop1', '/')
  await expectVisible(page.getByRole('link', { name: 'Bekijk alle cadeaus' }))
  await expect.poll(() => times('/GiftListPage-')).toBeGreaterThan(0)
  await expect.poll(() => times('/GiftDetailPage-')).toBeGreaterThan(0)
  await expect.poll(() => times('/producttags/products')).toBe(1)
  await waitForIdle(page)
  // No gift of the list that is not opened yet.
  expect(times('/saleschannelproducts/')).toBe(0)
  const before = times('/assets/')
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Bekijk alle cadeaus' })
    .evaluate((link) => link instanceof HTMLElement && link.click())
  await expectVisible(cards(page))
  expect(times('/producttags/products')).toBe(1)
  expect(times('/assets/')).toBe(before)
})

test('with the data saver on, nothing of the next page is loaded before the first input', async ({
  wide: { page, openAs },
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const times = watchRequests(page)
  await openAs('giftshop1', '/products')
  await expectVisible(cards(page))
  await waitForIdle(page)
  expect(times('/GiftDetailPage-')).toBe(0)
  await page.mouse.move(5, 300)
  await expect.poll(() => times('/GiftDetailPage-')).toBeGreaterThan(0)
  await waitForIdle(page)
  expect(times('/saleschannelproducts/')).toBe(0)
})

test('the first input loads the pages of the visible gifts, before the pointer is on one', async ({
  wide: { page, openAs },
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/saleschannelproducts/')) asked.push(request.url())
  })
  await openAs('giftshop1', '/products')
  await expectVisible(cards(page))
  await waitForIdle(page)
  expect(asked).toEqual([])
  await page.mouse.move(2, 300)
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  expect(asked.length).toBeLessThanOrEqual(6)
})

test('the next page is rendered while the pointer rests on its link, and is hidden until it is opened', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/')
  const link = page.getByRole('main').getByRole('link', { name: 'Bekijk alle cadeaus' })
  const own = cards(page)
  await expectVisible(own)
  const before = await own.count()
  await link.hover()
  const drawn = page.locator('main [data-scp]').filter({ visible: false })
  await expect.poll(() => drawn.count()).toBeGreaterThan(0)
  // It is not to be seen, not to be heard, and takes nothing from the page that is.
  expect(await own.count()).toBe(before)
  expect(await page.title()).not.toContain('Alle cadeaus')
  expect(await page.locator('[data-announcer]').textContent()).toBe('')
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-scp]') ?? null),
  ).toBeNull()

  // The very same cards stand there after the click.
  await drawn.first().evaluate((card) => card.setAttribute('data-same', ''))
  await link.click()
  await page.waitForURL(/\/products$/)
  await expectVisible(page.locator('main [data-same]'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Alle cadeaus' }))
  await expect.poll(() => cards(page).count()).toBeGreaterThan(20)
  await expect.poll(() => page.title()).toContain('Alle cadeaus')
  await page.goBack()
  await expectVisible(link)
})

test('a page is scrolled to its top before it is painted, and then takes the focus; on a phone hidden filters are not rendered', async ({
  phone: { page, openAs },
}) => {
  await openAs('giftshop1', '/')
  const link = page.getByRole('main').getByRole('link', { name: 'Bekijk alle cadeaus' })
  await expectVisible(link)
  await link.evaluate((link) => {
    scrollTo(0, 200)
    // Called before anything of what has changed is painted.
    new MutationObserver((_, watcher) => {
      if (link.isConnected) return
      watcher.disconnect()
      document.body.dataset['stood'] = String(scrollY)
    }).observe(document.body, { childList: true, subtree: true })
    if (link instanceof HTMLElement) link.click()
  })
  await expect.poll(() => cards(page).count()).toBeGreaterThan(20)
  expect(await page.locator('body').getAttribute('data-stood')).toBe('0')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(await page.locator('[data-filters]').count()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectVisible(page.locator('[data-filters]'))
})

for (const [path, subject] of [
  ['/', 'home'],
  ['/products', 'the list'],
  ['/product-description/stoneware-mug-sand', 'a gift'],
]) {
  test(`${subject} requests its first image before its script is loaded, and only once`, async ({
    phone: { page, openAs, expectConsoleError },
  }) => {
    await openAs('giftshop1', path)
    const asked = () =>
      page.evaluate(() => {
        const [drawn] = [...document.querySelectorAll('main img')].filter(
          (one) => one instanceof HTMLImageElement && one.src.includes('?w='),
        )
        const url = drawn instanceof HTMLImageElement ? drawn.currentSrc : ''
        const times = performance.getEntriesByName(url)
        return times.map((one) => (one as PerformanceResourceTiming).initiatorType)
      })
    // By the head's script; the page that draws it finds it there.
    await expect.poll(asked).toEqual(['link'])

    expectConsoleError('Failed to load resource')
    await page.route('**/assets/*.js', (route) => route.abort())
    const picture = page.waitForRequest(/\/images\/.*\?w=/)
    await page.reload()
    await picture
  })
}

test('a pointer that rests on a gift loads the first image of its page', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products')
  const card = cards(page).getByRole('link', { name: 'Steengoed mok' }).first()
  await expectVisible(card)
  const large = page.waitForRequest(/\/images\/.*\?w=640$/)
  await card.hover()
  await large
  expect(new URL(page.url()).pathname).toBe('/products')
})

test('a pointer that leaves before the gift is loaded loads no image', async ({
  wide: { page, openAs },
}) => {
  const { answer } = await holdGifts(page)
  await page.clock.install()
  await openAs('giftshop1', '/products')
  // Further down than those whose pictures come at the first sign of a hand.
  const [passed, next] = [cards(page).nth(6), cards(page).nth(7)]
  await expectVisible(next)
  await waitForIdle(page)
  const large: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('?w=640')) large.push(request.url())
  })
  await passed.getByRole('link').first().hover()
  await page.clock.fastForward(500)
  await page.mouse.move(2, 400)
  answer()
  // That of the next one, which is asked for later, has come.
  const pictureOf = async (card: Locator) =>
    (await card.locator('img').first().getAttribute('src'))?.replace(/\?.*/, '') ?? ''
  const [skipped, wanted] = [await pictureOf(passed), await pictureOf(next)]
  await next.getByRole('link').first().hover()
  await page.clock.fastForward(500)
  await expect.poll(() => large.some((url) => url.includes(wanted))).toBe(true)
  expect(large.filter((url) => url.includes(skipped))).toEqual([])
})

test('the login needs its document, two scripts, two fonts and two images, and no page requests a style that is in its document (speed: requests)', async ({
  wide: { page, go, openAs },
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const kinds = () => asked.map((path) => path.replace(/-[\w-]{8}\./, '.')).toSorted()
  await go('/login')
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )
  expect(kinds().filter((path) => path.endsWith('.css'))).toEqual([])
  expect(kinds().filter((path) => path.endsWith('.js'))).toEqual([
    '/assets/LoginPage.js',
    '/assets/main.js',
  ])
  expect(asked.length).toBeLessThanOrEqual(7)
  // Its style is there all the same.
  const box = page.getByRole('textbox').first()
  expect(await box.evaluate((one) => getComputedStyle(one).textAlign)).toBe('center')

  asked.length = 0
  await openAs('giftshop1', '/contact')
  await page.getByRole('searchbox').focus()
  await page
    .getByRole('link', { name: /verlanglijst/i })
    .first()
    .hover()
  await expect.poll(() => kinds().includes('/assets/WishlistPage.css')).toBe(true)
  expect(kinds()).not.toContain('/assets/main.css')
})

test('the next page is rendered at once, not in parts that wait for each other (speed: clicks)', async ({
  wide: { page, openAs },
}) => {
  // React goes on with each further slice by a message to itself.
  await page.addInitScript(() => {
    const send = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...told: [unknown]) {
      globalThis.giftpointSlices = (globalThis.giftpointSlices ?? 0) + 1
      return send.apply(this, told)
    }
  })
  await openAs('giftshop1', '/products')
  await expectVisible(cards(page))
  await page.getByRole('banner').locator('a[href="/"]:visible').first().click()
  const toList = page.getByRole('main').locator('a[href="/products"]').first()
  await expectVisible(toList)
  await waitForIdle(page)
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  // The list is loaded but no pointer has touched its link, so the click renders it.
  const slices = await toList.evaluate(
    (link) =>
      new Promise<number>((resolve) => {
        const before = globalThis.giftpointSlices ?? 0
        new MutationObserver((_, observer) => {
          if (!document.querySelector('main [data-scp]')) return
          observer.disconnect()
          resolve((globalThis.giftpointSlices ?? 0) - before)
        }).observe(document.body, { childList: true, subtree: true })
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      }),
  )
  expect(slices).toBeLessThan(4)
})

test('a page is shown as soon as its code is loaded, however short its placeholder was shown (speed: clicks)', async ({
  wide: { page, openAs },
}) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/assets/ContactPage-*.js', async (route) => {
    await held
    await route.fallback()
  })
  await page.clock.install()
  await openAs('giftshop1', '/')
  await waitForIdle(page)
  // No timer of the page ends from here on: not that by which React delays for 300 ms what follows a fallback, either.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('a[href="/contact"]:visible').first().click()
  await expectVisible(page.locator('main [aria-busy="true"]').first())
  answer()
  await expectVisible(page.getByRole('heading', { level: 1 }))
})

declare global {
  var giftpointSlices: number | undefined
}

test('public data is requested so that a cache can respond, personal data with the token (issue 11.4)', async ({
  wide: { page, openAs, go, expectConsoleError },
}) => {
  const asked = new Map<string, { open: number; own: number }>()
  page.on('request', (request) => {
    const [, call = ''] = /\/rest\/(hcms|producttags|saleschannelproducts|shopping_cart_get)/.exec(
      request.url(),
    ) ?? ['']
    const { open, own } = asked.get(call) ?? { open: 0, own: 0 }
    const named = request.headers()['authorization'] !== undefined
    asked.set(call, named ? { open, own: own + 1 } : { open: open + 1, own })
  })
  const throughTheShop = async () => {
    await page.getByRole('link', { name: 'Steengoed mok' }).first().click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Steengoed mok' }))
    await expectVisible(page.getByRole('button', { name: 'Kies dit cadeau' }))
  }
  await openAs('giftshop1', '/products?pointsFrom=1')
  await expectVisible(cards(page))
  await page.reload()
  await expectVisible(cards(page))
  asked.clear()
  await go('/products?sortOn=name_asc')
  await expectVisible(cards(page))
  await throughTheShop()
  // What a list knows of a gift is shown before the gift itself is asked for.
  for (const call of ['hcms', 'producttags', 'saleschannelproducts'])
    await expect.poll(() => [call, asked.get(call)?.open ?? 0]).not.toEqual([call, 0])
  expect(asked.get('hcms')).toMatchObject({ own: 0 })
  expect(asked.get('producttags')).toMatchObject({ own: 0 })
  expect(asked.get('saleschannelproducts')).toMatchObject({ own: 0 })
  await expect.poll(() => asked.get('shopping_cart_get')).toMatchObject({ open: 0 })

  expectConsoleError('401')
  // The stored view is no longer valid: the shop falls back to the token and gets a new view, invisible to the
  // user.
  await page.evaluate(() =>
    sessionStorage.setItem('sharedView', '1014.900.1.AAAAAAAAAAAAAAAAAAAAAA'),
  )
  await go('/products?sortOn=name_desc')
  await expectVisible(cards(page))
  await expect.poll(() => asked.get('producttags')?.own).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('sharedView')?.startsWith('1014.900')))
    .toBe(false)
})
