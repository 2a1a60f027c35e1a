import { describe, expect } from 'vitest'

import { cardOf, cards } from '#e2e/support/gift-cards.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'

describe('a card', () => {
  test('describes a gift, and links to it (LIST-10)', async ({ wide: { page, openAs } }) => {
    await openAs('giftshop1', '/products')
    const mug = cardOf(page, 'Steengoed mok')
    await expectVisible(mug.getByText('Zonnekeramiek'))
    await expectVisible(mug.getByText('3\u00a0punten'))
    await expectVisible(mug.getByText('Duurzaam'))
    // Colour swatches show that there are variants, so the text is not needed.
    await expect.poll(() => mug.getByText('Meer keuzes').count()).toBe(0)
    await expect
      .poll(() => mug.getByText(/^Kleuren: /).textContent())
      .toMatch(/^Kleuren: \w+, \w+, \w+$/)
    await expect.poll(() => mug.locator('[data-colour]').count()).toBe(3)
    await expect.poll(() => mug.locator('img').getAttribute('srcset')).toContain('?w=240')
    await expectVisible(
      mug.getByRole('button', { name: 'Bewaar Steengoed mok op je verlanglijst' }),
    )

    const bowls = cardOf(page, 'Vier soepkommen')
    await expect.poll(() => bowls.getByText('Duurzaam').count()).toBe(0)
    await expect.poll(() => bowls.getByText('Meer keuzes').count()).toBe(0)
    await expect.poll(() => bowls.locator('[data-colour]').count()).toBe(0)

    // All of the card is the link's ground, its picture first of all.
    await mug.click({ position: { x: 20, y: 60 } })
    await page.waitForURL((url) => url.pathname === '/product-description/stoneware-mug-sea')
  })

  test('is the same in every place, in three sizes (PRODUCT-17)', async ({
    wide: { page, openAs, go },
    shop,
  }) => {
    const holder = await shop.holder({ points: 12 })
    await holder.done('changeCart', {
      spli_id: (await shop.gift({ points: 9 })).spliId,
      quantity: 1,
    })
    await openAs(holder.code, '/')
    for (const [path, size] of [
      ['/', 'large'],
      ['/products', 'large'],
      ['/products?fit=exact', 'medium'],
      ['/wishlist', 'medium'],
      ['/product-description/stoneware-mug-sea', 'medium'],
      ['/products?search=zzzzqqqq', 'medium'],
      ['/cart', 'small'],
    ] as const) {
      await go(path)
      const card = page.locator(`main article[data-size="${size}"]`).first()
      await expectVisible(card)
      await expectVisible(card.getByRole('heading').getByRole('link'))
      await expectVisible(card.getByText(/^\d+\u00a0punt(en)?$/))
      const hearts = card.getByRole('button', { name: /op je verlanglijst$/ })
      await expect.poll(() => hearts.count()).toBe(size === 'small' ? 0 : 1)
    }
  })

  test('shows the brand if there is no image, and mentions variants without colours (LIST-10)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await shop.gift({ name: 'Zonder beeld', points: 13 })
    const answer = await shop
      .logIn('giftshop1')
      .then((holder) => holder.done('products', { search: 'Zonder beeld' }))
    await page.route('**/rest/producttags/products?*', async (route) => {
      const [card] = answer.response
      const response = ['', '/', '/media/'].map((media, at) => ({
        ...card,
        SCP: `none-${at}`,
        media,
        basicImageUrl: media,
        has_other_variants: media === '/',
      }))
      await route.fulfill({ json: { ...answer, response } })
    })
    await openAs('giftshop1', '/products?search=Zonder+beeld')
    await expectVisible(cards(page))
    await expect.poll(() => cards(page).locator('[data-no-picture]').count()).toBe(3)
    await expect.poll(() => cards(page).locator('img').count()).toBe(0)
    await expect
      .poll(() => cards(page).locator('[data-no-picture]').first().innerText())
      .toBe(answer.response[0]?.brand_name)
    const others = page.getByRole('main').getByText('Meer keuzes')
    await expect.poll(() => others.count()).toBe(1)
    // Beside the points, as colours are, so that all cards are equally high (L16).
    const heights = await cards(page).evaluateAll((all) =>
      all.map((card) => card.querySelector('h2, h3')?.parentElement?.clientHeight),
    )
    expect(new Set(heights).size).toBe(1)
  })

  test('shows with its price whether it fits the points exactly or not at all, also after the cart changes (CART-4)', async ({
    wide: { page, openAs, go },
    shop,
  }) => {
    const vase = await shop.gift({ points: 13, name: 'Tagvaas' })
    const holder = await shop.holder({ points: 20 })
    await holder.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
    await openAs(holder.code, '/products')
    await expectVisible(cardOf(page, 'Keukenschort').getByText('Past precies'))
    await expectVisible(cardOf(page, 'Hoge vaas').getByText('Past als je €\u00a010,00 bijbetaalt'))
    await go('/products?search=theepot')
    await expectVisible(cardOf(page, 'Theepot voor vier').getByText('5\u00a0punten te weinig'))
    await go('/products?search=windlicht')
    await expectVisible(cardOf(page, 'Windlicht').getByText(/^Past, nog/))
  })
})

test('an editorial card is placed between the gifts without a gap, and not in search results', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products')
  const story = page.locator('[data-story]')
  await expectVisible(story)
  const [fourth, fifth] = await Promise.all([
    cards(page).nth(3).boundingBox(),
    cards(page).nth(4).boundingBox(),
  ])
  const box = await story.boundingBox()
  expect(Math.abs((box?.y ?? 0) - (fourth?.y ?? 9e9))).toBeLessThan(4)
  expect(fifth?.x).toBeLessThan(box?.x ?? 0)
  expect(fifth?.y).toBeGreaterThan(box?.y ?? 9e9)

  await page.getByRole('searchbox').first().fill('mok')
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=mok/)
  await expect.poll(() => story.count()).toBe(0)
  await page.goBack()
  await story.getByRole('link', { name: 'Bekijk lampen en kaarsen' }).click()
  await page.waitForURL(/tagId=light/)
  await expectVisible(cards(page))
  // The story card is not in the list that it links to.
  await expect.poll(() => story.count()).toBe(0)
})
