import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { cardOf, cards, queryOf } from '#e2e/support/gift-cards.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import type { TestHolder, TestShop } from '#server/testing/test-shop.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const strip = (page: Page) => page.getByRole('region', { name: /over\? Dit past precies|^Precies/ })

/** The list, narrowed to what fits exactly. */
async function openFits({ page, openAs }: Visit, code: string) {
  await openAs(code, '/products')
  await page.getByRole('button', { name: /^Precies \d+\spunt/ }).click()
  await expectVisible(strip(page))
}

/** A holder with one gift in the cart and so many points left. */
async function withLeft(shop: TestShop, points: number, left: number): Promise<TestHolder> {
  const gift = await shop.gift({ points: points - left, name: `Mand van ${points - left}` })
  const holder = await shop.holder({ points })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  return holder
}

/** What the gifts of each offer cost together, without the sum that a combination names itself. */
const sumsIn = (page: Page) =>
  strip(page)
    .getByRole('list')
    .first()
    .locator('> li')
    .evaluateAll((tiles) =>
      tiles.map((tile) =>
        [...(tile.textContent ?? '').matchAll(/(?<!Samen \d*)(\d+)\u00a0punt/g)].reduce(
          (sum, [, points]) => sum + Number(points),
          0,
        ),
      ),
    )

const inCart = async (holder: TestHolder) => {
  const { response } = await holder.done('readCart', {})
  return {
    points: response.totals.order_total_points,
    pieces: response.shopping_cart_items.map(({ name, quantity }) => `${quantity} ${name}`),
  }
}

async function choicesStay({ page, openAs }: Visit) {
  await openAs('giftshop1', '/products')
  await expectVisible(cards(page))
  const choices = page.getByRole('group', { name: 'Snel kiezen' }).getByRole('button')
  const places = () =>
    choices.evaluateAll((all) =>
      all.map((choice) => {
        const { x, y } = choice.getBoundingClientRect()
        // On a phone their row may have been moved along to the one that is pressed.
        const along = choice.parentElement?.scrollLeft ?? 0
        return [Math.round(x + along), Math.round(y + scrollY)]
      }),
    )
  const before = await places()
  expect(before.length).toBeGreaterThan(1)
  await choices.filter({ hasText: /^Precies \d/ }).click()
  await expectVisible(strip(page))
  expect(await places()).toEqual(before)
  await choices.filter({ hasText: /mailbox/ }).click()
  await expectHidden(strip(page))
  await expectVisible(cards(page))
  expect(await places()).toEqual(before)
}

describe('the strip of exact fits', () => {
  test('is shown in the cart if all points must be used, as one row with arrow buttons (rule A, C)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    const gift = await shop.gift({ channel: '2002', points: 2, name: 'Mand van twee' })
    const holder = await shop.holder({ channel: '2002', points: 12 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await openAs(holder.code, '/cart')
    await expectVisible(strip(page))
    await expect.poll(async () => [...new Set(await sumsIn(page))]).toEqual([10])
    // Images and buttons are each aligned in one row.
    const tiles = strip(page).getByRole('list').first().locator('> li')
    const lines = await tiles.evaluateAll((all) => {
      const edge = (tile: Element, part: string, side: 'top' | 'bottom') =>
        Math.round(tile.querySelector(part)?.getBoundingClientRect()[side] ?? 0)
      return ['top', 'bottom'].map((side) => [
        ...new Set(all.map((tile) => edge(tile, 'div', side as 'top' | 'bottom'))),
        ...new Set(all.map((tile) => edge(tile, 'button', 'bottom'))),
      ])
    })
    expect(lines.map((line) => line.length)).toEqual([2, 2])

    const previous = strip(page).getByRole('button', { name: 'Vorige' })
    const following = strip(page).getByRole('button', { name: 'Volgende' })
    await expect.poll(() => previous.isDisabled()).toBe(true)
    await following.click()
    await expect.poll(() => previous.isDisabled()).toBe(false)
    await expect
      .poll(() => tiles.first().evaluate((tile) => tile.getBoundingClientRect().left))
      .toBeLessThan(0)
    // A press while the row still glides may lead nowhere new.
    await expect
      .poll(async () => {
        await following.evaluate((button: HTMLElement) => button.click())
        return following.isDisabled()
      })
      .toBe(true)
    expect(await following.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('is shown less prominently below every cart with points left (PRODUCT-18)', async ({
    phone: { page, openAs },
    shop,
  }) => {
    const holder = await withLeft(shop, 12, 3)
    await openAs(holder.code, '/cart')
    await expectVisible(strip(page))
    await expect.poll(async () => [...new Set(await sumsIn(page))]).toEqual([3])
    expect(await strip(page).getAttribute('data-quiet')).toBe('true')
    await expectNoHorizontalScroll(page)
    await strip(page)
      .getByRole('button', { name: 'Kies Steengoed mok Zee, samen 3\u00a0punten' })
      .click()
    await expectVisible(page.getByText('Je hebt nu precies al je punten gebruikt.'))
    await expectHidden(strip(page))
    await expect.poll(async () => (await inCart(holder)).points).toBe(12)
  })

  test('offers gifts that use the last points, with one click', async ({ wide, shop }) => {
    const { page } = wide
    const holder = await withLeft(shop, 12, 3)
    await openFits(wide, holder.code)
    await expectAnnouncement(page, /^Precies 3\u00a0punten\. \d+ cadeaus?, \d+ combinaties?$/)
    await expect.poll(async () => [...new Set(await sumsIn(page))]).toEqual([3])
    await expect.poll(async () => (await sumsIn(page)).length).toBeGreaterThan(3)
    // This choice allows no sort order and no other filter.
    const sort = page.getByRole('combobox', { name: 'Sorteer' })
    await expect.poll(() => sort.isDisabled()).toBe(true)
    const choice = (name: RegExp) =>
      page.getByRole('group', { name: 'Snel kiezen' }).getByRole('button', { name })
    await choice(/mailbox/).click()
    await expectHidden(strip(page))
    await expectVisible(cardOf(page, 'Dinerbon'))
    await expectAnnouncement(page, /^\d+ cadeaus?$/)
    expect(await choice(/^Precies/).getAttribute('aria-pressed')).toBe('false')
    await choice(/^Precies/).click()
    await expectVisible(strip(page))
    expect(await choice(/mailbox/).getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => queryOf(page).toString()).toBe('fit=exact')
    // A gift with variants names the variant (C).
    const tiles = strip(page).getByRole('list').first().locator('> li')
    const mug = tiles.filter({ has: page.getByText('Steengoed mok') })
    await expectVisible(mug.getByText('Zee', { exact: true }))

    await strip(page)
      .getByRole('button', { name: 'Kies Steengoed mok Zee, samen 3\u00a0punten' })
      .click()
    await expectVisible(page.getByText('Je hebt nu precies al je punten gebruikt.'))
    await expectAnnouncement(page, 'Je hebt nu precies al je punten gebruikt.')
    await expectHidden(strip(page))
    await expect
      .poll(() => inCart(holder))
      .toMatchObject({
        points: 12,
        pieces: [expect.any(String), '1 Steengoed mok'],
      })
    await expect.poll(() => page.locator(':focus').textContent()).toContain('precies al je punten')
  })

  test('adds all gifts of a pair or triple', async ({ phone, shop }) => {
    const { page } = phone
    const holder = await withLeft(shop, 12, 3)
    await openFits(phone, holder.code)
    await expect.poll(() => queryOf(page).get('fit')).toBe('exact')
    // One, two or three are as wide as each other, in rows without a hole, with the buttons of a row on one line.
    const boxes = await strip(page)
      .getByRole('list')
      .first()
      .locator('> li')
      .evaluateAll((tiles) =>
        tiles.map((tile) => {
          const { top, width } = tile.getBoundingClientRect()
          const button = tile.querySelector('button')?.getBoundingClientRect().top ?? 0
          return { row: Math.round(top), width: Math.round(width), button: Math.round(button) }
        }),
      )
    expect(new Set(boxes.map(({ width }) => width)).size).toBe(1)
    const rows = [...new Set(boxes.map(({ row }) => row))].map((top) =>
      boxes.filter(({ row }) => row === top),
    )
    expect(new Set(rows.slice(0, -1).map((row) => row.length))).toEqual(new Set([2]))
    for (const row of rows) expect(new Set(row.map(({ button }) => button)).size).toBe(1)
    const pair = strip(page)
      .getByRole('button', { name: / en .*, samen 3/ })
      .first()
    const names = /Kies (.*) en (.*), samen/.exec((await pair.getAttribute('aria-label')) ?? '')
    await pair.click()
    await expectVisible(page.getByText('Je hebt nu precies al je punten gebruikt.'))
    await page.getByRole('button', { name: 'Bekijk alle cadeaus' }).click()
    await expectVisible(cards(page))
    const { points, pieces } = await inCart(holder)
    expect(points).toBe(12)
    for (const name of names?.slice(1) ?? ['?']) {
      expect(pieces.some((piece) => name.replace(/^\d × /, '').startsWith(piece.slice(2)))).toBe(
        true,
      )
    }
  })

  test('is updated after each change of the cart', async ({ wide, shop }) => {
    const { page } = wide
    const holder = await withLeft(shop, 12, 3)
    await openFits(wide, holder.code)
    await expectVisible(page.getByRole('region', { name: 'Precies 3\u00a0punten' }))
    const gift = await shop.gift({ points: 2, name: 'Twee punten' })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    // As on coming back to the window.
    const renewed = page.getByRole('region', { name: 'Precies 1\u00a0punt' })
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        return renewed.count()
      })
      .toBe(1)
    await expect.poll(async () => [...new Set(await sumsIn(page))]).toEqual([1])
  })

  test('is not shown before it is loaded, or without points left', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await openAs('giftshop1', '/products')
    await expectVisible(cards(page))
    await expect.poll(() => strip(page).count()).toBe(0)
    await expectVisible(page.getByRole('button', { name: 'Precies 20\u00a0punten' }))

    const holder = await withLeft(shop, 9, 0)
    await openAs(holder.code, '/products')
    await expectVisible(cards(page))
    await expect.poll(() => page.getByRole('button', { name: /^Precies/ }).count()).toBe(0)
  })

  test('selecting a suggestion moves no suggestion (PRODUCT-19)', async ({ wide }) =>
    choicesStay(wide))

  test('selecting a suggestion moves no suggestion on a phone (PRODUCT-19)', async ({ phone }) =>
    choicesStay(phone))

  test('adds a gift with one click if all points must be used (rule A)', async ({ wide }) => {
    const { page } = wide
    await openFits(wide, 'giftshop4')
    await expectVisible(page.getByRole('region', { name: 'Precies 10\u00a0punten' }))
  })

  test('opens the cart if the channel skips the overlay (BASKET-1)', async ({ wide, shop }) => {
    const { page } = wide
    const one = await shop.gift({ channel: '2001', points: 4, name: 'Vier' })
    await shop.gift({ channel: '2001', points: 2, name: 'Twee' })
    const holder = await shop.holder({ channel: '2001', points: 6 })
    await holder.done('changeCart', { spli_id: one.spliId, quantity: 1 })
    // Without filters there is no chip for this choice, but its address works (LIST-2).
    await wide.openAs(holder.code, '/products?fit=exact')
    await strip(page)
      .getByRole('button', { name: /^Kies Twee,/ })
      .click()
    await page.waitForURL(/\/cart$/)
    await expect.poll(async () => (await inCart(holder)).points).toBe(6)
  })

  test('reports a gift that cannot be added, and shows the current cart', async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    wide.expectConsoleError('500')
    const holder = await withLeft(shop, 12, 3)
    await openFits(wide, holder.code)
    const mug = strip(page).getByRole('button', { name: /^Kies Steengoed mok/ })
    await expectVisible(mug)
    const broken = await respondInstead(page, '**/rest/shopping_cart', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    await mug.click()
    await expectAnnouncement(page, 'Er ging iets mis')
    broken.stop()
    await mug.click()
    await expectVisible(page.getByText('Je hebt nu precies al je punten gebruikt.'))
  })

  test('is accessible, also at 320 pixels', async ({ wide, shop }) => {
    const { page } = wide
    const holder = await withLeft(shop, 12, 3)
    await openFits(wide, holder.code)
    await expectNoAxeViolations(page, 'main')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page, 'main')
    await enlargeText(page, 200)
    for (const width of [320, 375, 600]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoHorizontalScroll(page)
    }
  })
})
