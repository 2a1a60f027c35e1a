import { expect } from 'vitest'

import { clearBrowserCache, expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'

test('an unknown address shows an error page with links (FRAME-10)', async ({
  wide: { page, openAs, expectConsoleError },
}) => {
  expectConsoleError('404')
  await openAs('giftshop1', '/not/a/page')
  await expectVisible(page.getByRole('heading', { name: 'sorry ! requested page not found' }))
  await page.getByRole('main').getByRole('link', { name: 'Naar de cadeaus' }).click()
  await page.waitForURL((address) => address.pathname === '/')
})

test('an error outside of the pages is shown with its status (FRAME-10)', async ({
  wide: { page, go, expectConsoleError },
}) => {
  expectConsoleError('500')
  expectConsoleError('The shop answered 500')
  await go('/health/live')
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.route('**/rest/hcms/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await go('/login')
  await expectVisible(page.getByRole('heading', { name: 'Unexpected Application Error!' }))
  await expectVisible(page.getByText('500', { exact: true }))
  await expect.poll(() => page.title()).toBe('Unexpected Application Error!')
})

test('a header or footer that cannot be loaded shows the reason (section 8)', async ({
  wide: { page, openAs, expectConsoleError },
}) => {
  expectConsoleError('500')
  expectConsoleError('The shop answered 500')
  await page.route('**/rest/hcms/navigation*', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await openAs('giftshop1', '/order-process')
  await expectVisible(
    page.getByRole('alert').getByText('An error has occurred: The shop answered 500'),
  )
  await expectVisible(page.getByRole('heading', { name: 'Hoe bestellen werkt', level: 1 }))
})

test('a failed call affects only its own part of the page frame (one failed call takes header, menu and footer away)', async ({
  wide: { page, openAs, expectConsoleError },
}) => {
  expectConsoleError('500')
  expectConsoleError('The shop answered 500')
  const fails = ['navigation', 'companyinfo', 'shopping_cart_get', 'wishlist']
  await page.route(new RegExp(`/rest/(hcms/)?(${fails.join('|')})`), (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await openAs('giftshop1', '/order-process')
  const header = page.getByRole('banner')
  const footer = page.getByRole('contentinfo')
  await expectVisible(header.getByText('An error has occurred: The shop answered 500'))
  await expectVisible(footer.getByText('An error has occurred: The shop answered 500'))
  await expectVisible(header.getByText('20 punten'))
  await expectVisible(header.getByRole('searchbox'))
  await expectVisible(header.getByRole('link', { name: 'Mijn bestellingen' }))
  await expectVisible(footer.getByRole('link', { name: 'Privacy' }))
  await expectVisible(page.getByRole('heading', { name: 'Hoe bestellen werkt', level: 1 }))
  await header.getByRole('button', { name: 'Uitloggen' }).click()
  await page.waitForURL((address) => address.pathname === '/login')
})

test('a user without a connection is informed, and the page continues once it is back (section 8)', async ({
  wide: { page, context, openAs, expectConsoleError },
}) => {
  for (const part of ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED', 'The shop cannot be reached'])
    expectConsoleError(part)
  expectConsoleError('dynamically imported module')
  expectConsoleError('Unable to preload CSS')
  const wishes = page.getByRole('banner').getByRole('link', { name: /Verlanglijst/ })
  const failure = page.getByRole('alert')
  const told = async () => {
    await expectVisible(
      failure.getByRole('heading', { name: 'An error has occurred:', exact: true }),
    )
    await expect
      .poll(() => failure.getByRole('paragraph').first().textContent())
      .toBe('De winkel is even niet te bereiken. Heb je internet? Probeer het dan nog eens.')
  }
  // Of a page's files its style alone may be what does not come.
  const style = '**/assets/WishlistPage-*.css'
  const cut = await respondInstead(page, style, (route) => route.abort())
  // It is fetched ahead in vain, and missing again when the page is opened.
  await openAs('giftshop1', '/order-process')
  const inVain = page.waitForEvent('requestfailed', (lost) => lost.url().endsWith('.css'))
  await wishes.hover()
  await inVain
  await wishes.click()
  await told()
  cut.stop()
  await failure.getByRole('button', { name: 'Probeer het opnieuw' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Jouw verlanglijst', level: 1 }))
  // A preload that failed and succeeds on the second try applies its styles and shows no error.
  const once = page.waitForEvent('requestfailed', (lost) => lost.url().endsWith('.css'))
  await respondInstead(page, style, (route, stop) => {
    stop()
    return route.abort()
  })
  await openAs('giftshop1', '/order-process')
  await wishes.hover()
  await once
  await wishes.click()
  await expectVisible(page.getByRole('heading', { name: 'Jouw verlanglijst', level: 1 }))
  await expect(page.locator('link[rel=stylesheet][href*=WishlistPage]').count()).resolves.toBe(1)

  await openAs('giftshop1', '/order-process')
  await expectVisible(page.getByRole('contentinfo'))
  await clearBrowserCache(page)
  await context.setOffline(true)
  await wishes.click()
  await told()
  await expectVisible(failure.getByRole('button', { name: 'Probeer het opnieuw' }))
  await context.setOffline(false)
  await expectVisible(page.getByRole('heading', { name: 'Jouw verlanglijst', level: 1 }))
})

test('an error toast is at the top right and disappears after five seconds (FRAME-12)', async ({
  wide: { page, openAs, expectConsoleError },
}) => {
  expectConsoleError('500')
  await page.clock.install()
  await openAs('giftshop1', '/order-process')
  await expectVisible(page.getByRole('contentinfo'))
  await page.route('**/rest/hcms/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: /Taal/ }).click()
  await page.getByRole('button', { name: 'English' }).click()
  // It stays while the pointer is on it.
  await page.mouse.move(300, 600)
  const toast = page.locator('[data-toast]')
  // From here on time passes only as it is told to.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return toast.count()
    })
    .toBe(1)
  await expectVisible(toast.getByText('Er ging iets mis. Probeer het nog eens.'))
  const box = await toast.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1200)
  expect(box?.y).toBeLessThan(60)
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('nl')

  await page.clock.runFor(4500)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(1000)
  await expectHidden(toast)
})

test('a slow request shows a spinner (FRAME-12)', async ({ wide: { page, openAs } }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/hcms/cmsurls*faq*', async (route) => {
    await held
    await route.continue()
  })
  await openAs('giftshop1', '/faq')
  const busy = page.getByRole('main').locator('[aria-busy="true"]')
  await expectVisible(busy)
  release()
  await expectHidden(busy)
  await expectVisible(page.getByRole('heading', { name: 'Veelgestelde vragen' }))
})
