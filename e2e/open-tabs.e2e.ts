import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { journey, see } from '#e2e/journey.ts'

/** Every address a tab has been at, so that a login that only flashed is found, too. */
function pathsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('framenavigated', (frame) => void paths.push(new URL(frame.url()).pathname))
  return paths
}

const logout = (page: Page) => page.getByRole('button', { name: 'Uitloggen' }).click()
const localNames = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted())

journey(
  'a new tab is logged in, a logout ends all of them, and the last one closed takes everything along (B2, statement 30)',
  async ({ wide: { page, context, arrive, url } }) => {
    await arrive('giftshop1', '/wishlist')
    const footer = page.getByRole('contentinfo')
    const opened = context.waitForEvent('page')
    await footer.getByRole('link', { name: /Veelgestelde vragen/ }).click()
    const faq = await opened
    await see(faq.getByRole('banner'))

    const wished = page.getByRole('banner').getByRole('link', { name: 'Cadeaumand' })
    const another = context.waitForEvent('page')
    await wished.click({ modifiers: ['ControlOrMeta'] })
    const cart = await another
    const seen = pathsOf(cart)
    await see(cart.getByRole('heading', { name: 'Jouw cadeaumand', level: 1 }))
    const direct = await context.newPage()
    const seenDirect = pathsOf(direct)
    await direct.goto(url('/login'))
    await direct.waitForURL(url('/'))
    await see(direct.getByRole('banner'))
    expect([...seen, ...seenDirect.filter((path) => path !== '/login')]).not.toContain('/login')

    // A tab that goes leaves the others as they are; a reload keeps what it had.
    await direct.close({ runBeforeUnload: true })
    await page.reload()
    await see(page.getByRole('banner'))
    await page.evaluate(() => localStorage.setItem('personalData', '{}'))

    await logout(cart)
    await cart.waitForURL(url('/login'))
    await page.waitForURL(url('/login'))
    await faq.getByRole('banner').waitFor({ state: 'detached' })
    for (const tab of [page, faq]) {
      await expect.poll(() => tab.evaluate(() => sessionStorage.length)).toBe(0)
    }
    expect(await localNames(page)).toEqual([])

    // Whoever logs in at one of them is in at the other, too.
    await arrive('giftshop2', '/contact')
    await page.evaluate(() => localStorage.setItem('personalData', '{}'))
    for (const tab of [cart, faq]) await tab.close({ runBeforeUnload: true })
    await page.reload()
    expect(await localNames(page)).toContain('personalData')
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    const after = await context.newPage()
    await after.goto(url('/health/live'))
    await expect
      .poll(() => localNames(after))
      .toEqual(['blur-category-images', 'cookieConsent', 'language', 'welcomeOverlay'])
    await after.goto(url('/cart'))
    await after.waitForURL(url('/login'))
  },
)
