import type { Scenes } from '#e2e/screenshots/scene-setup.ts'
import { WHOLE, VASE, BUDS, BOOKS, h1, main, dialog, at } from '#e2e/screenshots/scene-steps.ts'

/** Gifts, from the home page to the basket. */
export const choosingScenes: Scenes = {
  async home({ arrive, page, see, shot }) {
    await arrive('/')
    await see(h1(page))
    await shot('', WHOLE)
  },
  async 'home-2001'({ arrive, page, see, shot }) {
    await arrive('/', { channel: '2001' })
    await see(h1(page))
    await shot('', WHOLE)
  },
  async 'home-2002'({ arrive, page, see, shot }) {
    await arrive('/', { channel: '2002' })
    await see(h1(page))
    await shot('', WHOLE)
  },

  /** What a key has reached, and what a pointer rests on. */
  async focus({ arrive, go, page, phone, see, shot }) {
    if (phone) return
    await arrive('/')
    await see(h1(page))
    await page.keyboard.press('Tab')
    await shot('skip')
    await page.locator('main a[href*="categoryCode"]').nth(1).focus()
    await page.keyboard.press('Tab')
    await page.locator('main a[href*="categoryCode"]').first().hover()
    await shot('tile')
    await go('/products')
    await see(main(page).getByRole('article'))
    await main(page).getByRole('article').nth(1).getByRole('link').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await main(page).getByRole('article').first().hover()
    await shot('card')
    await main(page).getByRole('slider').first().focus()
    await page.keyboard.press('ArrowRight')
    await shot('slider')
  },

  async menu({ arrive, page, phone, shot }) {
    await arrive('/')
    if (phone) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await shot()
      await dialog(page).getByRole('button', { name: 'Wonen' }).click()
      await shot('below')
      await page.keyboard.press('Escape')
    } else {
      await page.getByRole('button', { name: 'Meer in Wonen' }).click()
      await shot()
      await page.getByRole('button', { name: 'Meer in Sport en onderweg' }).click()
      await shot('second')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Meer over de levertijd' }).click()
      await shot('timing')
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /taal|language/i })
      .first()
      .click()
    await shot('languages')
  },

  async search({ arrive, page, see, shot }) {
    await arrive('/')
    await page.getByRole('searchbox').fill('thee voor lange avonden')
    await shot()
    await page.getByRole('searchbox').fill('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=/)
    await see(main(page).getByRole('article'))
    await shot('found', { down: 1600 })
    await page.getByRole('searchbox').fill('onvindbaarheid')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(600)
    await shot('empty', WHOLE)
  },

  async list({ arrive, page, phone, see, shot }) {
    await arrive('/products', { cart: [VASE, BUDS] })
    await see(main(page).getByRole('article'))
    await shot('', { down: phone ? 2600 : 2000 })
    if (phone) {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await shot('filters')
      await page.keyboard.press('Escape')
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(300)
    await shot('further')
  },
  async 'list-filtered'({ arrive, page, see, shot }) {
    await arrive(
      '/products?mainTagId=home&tagId=lighting&tagId=plants&onlySustainable=true&pointsTo=9',
    )
    await see(main(page).getByRole('article'))
    await shot('', WHOLE)
    await arrive('/products?search=xyzzy')
    await see(main(page).getByText(/Niets gevonden/))
    await shot('empty', WHOLE)
  },
  async 'list-exact-fit'({ arrive, page, see, shot }) {
    await arrive('/products', { points: 10, cart: [VASE] })
    await page.getByRole('button', { name: /^Precies \d/ }).click()
    await see(page.getByRole('region', { name: /past precies/i }))
    await shot('', { down: 1400 })
  },
  async 'list-2001'({ arrive, page, see, shot }) {
    await arrive('/products', { channel: '2001' })
    await see(main(page).getByRole('article'))
    await shot('', { down: 1500 })
  },
  async 'list-2002'({ arrive, page, see, shot }) {
    await arrive('/products', { channel: '2002' })
    await see(main(page).getByRole('article'))
    await shot('', { down: 1500 })
  },
  async 'list-brand'({ arrive, page, see, shot }) {
    await arrive('/')
    await page.locator('main a[href*="brandId"]').first().click()
    await see(main(page).getByRole('article'))
    await shot('', { down: 1300 })
  },

  async detail({ arrive, page, phone, see, shot }) {
    await arrive(at('wool-throw-sage-130x170'))
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('', WHOLE)
    await page.locator('summary').first().click()
    await shot('open', { down: phone ? 2200 : 1500 })
  },
  async 'detail-others'({ arrive, go, page, see, shot }) {
    await arrive(at('copper-wok'))
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('sold-out', { down: 1400 })
    for (const scp of [
      'rain-poncho-mustard-s',
      'goose-neck-kettle',
      'stoneware-mug-petrol',
      BOOKS,
    ]) {
      await go(at(scp))
      await see(h1(page).filter({ hasText: /\S/ }))
      await shot(scp, { down: 1400 })
    }
    await go(at('no-such-gift'))
    await page.waitForTimeout(800)
    await shot('gone')
  },
  async 'detail-2002'({ arrive, page, see, shot }) {
    await arrive(at(VASE), { channel: '2002' })
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('', { down: 1800 })
  },
  async 'detail-2001'({ arrive, page, see, shot }) {
    await arrive(at(VASE), { channel: '2001' })
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('', { down: 1800 })
  },

  async basket({ arrive, page, see, shot }) {
    await arrive(at(VASE))
    await page.getByRole('button', { name: 'Kies dit cadeau' }).click()
    await see(dialog(page).getByRole('listitem'))
    await shot()
    await dialog(page).getByRole('listitem').first().getByRole('button').first().click()
    await shot('picked')
  },
  async 'basket-2002'({ arrive, page, see, shot }) {
    await arrive(at(VASE), { channel: '2002' })
    await main(page)
      .getByRole('button', { name: /Geschenk/ })
      .last()
      .click()
    await see(dialog(page).getByRole('listitem'))
    await shot()
  },

  async wishlist({ arrive, page, see, shot }) {
    await arrive('/wishlist')
    await see(main(page).getByText(/\S/))
    await page.waitForTimeout(300)
    await shot('empty', WHOLE)
    await arrive('/wishlist', {
      wishes: [VASE, 'copper-wok', 'goose-neck-kettle', 'rain-poncho-mustard-s', 'acupressure-mat'],
    })
    await see(main(page).getByRole('listitem'))
    await shot('', WHOLE)
  },
}
