import { describe, expect } from 'vitest'

import { cards, pointsIn, queryOf } from '#e2e/support/gift-cards.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'
import { panel } from '#e2e/support/list-page.ts'

describe('the points range', () => {
  for (const [code, lowest, highest] of [
    ['giftshop1', 1, 24],
    ['giftshop2', 1, 5],
    ['giftshop4', 1, 14],
    ['giftshop9', 0, 2],
  ] as const) {
    test(`goes from ${lowest} to ${highest} for ${code}, and nothing above shows (LIST-8, LIST-9)`, async ({
      wide: { page, openAs },
    }) => {
      await openAs(code, '/products?pointsTo=99&sortOn=sales_price_for_the_multitude_desc')
      await expectVisible(cards(page))
      for (const [index, value] of [lowest, highest].entries()) {
        const handle = panel(page).getByRole('slider').nth(index)
        await expect.poll(() => handle.getAttribute('min')).toBe(String(lowest))
        await expect.poll(() => handle.getAttribute('max')).toBe(String(highest))
        await expect.poll(() => handle.inputValue()).toBe(String(value))
      }
      await expect
        .poll(async () => Math.max(...(await pointsIn(page))))
        .toBeLessThanOrEqual(highest)
      await expect.poll(() => queryOf(page).has('pointsTo')).toBe(false)
    })
  }

  test('moves by arrow keys, and one handle pushes the other (LIST-8)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products?pointsFrom=7&pointsTo=8')
    const from = panel(page).getByRole('slider', { name: 'Van' })
    const to = panel(page).getByRole('slider', { name: 'Tot' })
    await expectVisible(cards(page))
    await from.press('ArrowRight')
    await from.press('ArrowRight')
    const handles = () => Promise.all([from.inputValue(), to.inputValue()])
    await expect.poll(handles).toEqual(['9', '9'])
    await expect.poll(() => from.getAttribute('aria-valuetext')).toBe('9\u00a0punten')
    for (let step = 0; step < 3; step += 1) await to.press('ArrowLeft')
    await expect.poll(handles).toEqual(['6', '6'])
    await expect.poll(() => page.url()).toMatch(/pointsFrom=6&pointsTo=6$/)
    await expect.poll(async () => [...new Set(await pointsIn(page))]).toEqual([6])
  })

  test('can be typed: a number is applied when it is complete, and corrected to the limits (LIST-8)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products')
    const from = panel(page).getByRole('spinbutton', { name: 'Van' })
    const to = panel(page).getByRole('spinbutton', { name: 'Tot' })
    await from.fill('12')
    await from.press('Tab')
    await to.focus()
    await page.keyboard.type('14')
    await expect.poll(() => from.inputValue()).toBe('12')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/pointsFrom=12&pointsTo=14$/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => to.inputValue()).toBe('15')
    await to.fill('999')
    await to.blur()
    await expect.poll(() => to.inputValue()).toBe('24')
    // The bounds do not cross, so a pause applies the value. A value below the lower bound is not applied on a
    // pause.
    await to.fill('20')
    await expect.poll(() => page.url()).toMatch(/pointsFrom=12&pointsTo=20$/)
    await to.fill('2')
    await page.keyboard.type('4')
    await expect.poll(() => page.url()).toMatch(/pointsFrom=12$/)
    await to.fill('')
    await to.blur()
    await expect.poll(() => to.inputValue()).toBe('24')
    await from.fill('-3')
    await from.blur()
    await expect.poll(() => from.inputValue()).toBe('1')
  })
})
