import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { cards } from '#e2e/support/gift-cards.ts'
import { test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const VASE = 'Hoge vaas'
const ON_THE_SHELF = 'Een lamp, een vaas en een mok op een plank'

/** Each page with images, a sign that it has loaded, and the alternative texts of its images. */
const PAGES = [
  {
    path: '/',
    come: (page: Page) => page.getByRole('region', { name: 'Onze merken' }),
    told: [ON_THE_SHELF],
  },
  { path: '/products', come: cards, told: [] },
  {
    path: '/product-description/tall-vase-moss',
    come: (page: Page) => page.getByRole('heading', { name: VASE, level: 1 }),
    told: [1, 2, 3, 4, 5, 6, 7].map((number) => `${VASE}, foto ${number} van 7`),
  },
  {
    path: '/wishlist',
    come: cards,
    told: [],
  },
]

type Seen = { file: string; alt: string | null; asked: number; given: number; box: number }

/** Every picture of the page as it was loaded; drawings have no width. */
async function picturesOf(page: Page): Promise<Seen[]> {
  const images = await page.locator('img').all()
  return Promise.all(
    images.map((image) =>
      image.evaluate(async (image: HTMLImageElement) => {
        image.loading = 'eager'
        await image.decode()
        const address = new URL(image.currentSrc)
        const drawn = address.pathname.endsWith('.svg')
        const bytes = await (await fetch(address)).blob()
        return {
          file: address.pathname,
          alt: image.getAttribute('alt'),
          asked: drawn ? 0 : Number(address.searchParams.get('w') ?? Infinity),
          given: drawn ? 0 : (await createImageBitmap(bytes)).width,
          box: image.getBoundingClientRect().width,
        }
      }),
    ),
  )
}

async function look({ page, openAs }: Visit, shop: TestShop) {
  const holder = await shop.holder()
  await holder.done('addWish', { sales_pricelist_item: '1014-tall-vase-moss' })
  for (const { path, come, told } of PAGES) {
    await openAs(holder.code, path)
    await expectVisible(come(page))
    await waitForIdle(page)
    const pictures = await picturesOf(page)
    expect(pictures.length, path).toBeGreaterThan(told.length)
    // The edges of a picture that go on beside it on a phone are the same file, and are not drawn elsewhere.
    const isDrawn = (file: string) => pictures.some((one) => one.file === file && one.box > 0)
    const tooWide = pictures.filter(
      ({ asked, given, box, file }) =>
        Math.max(asked, given) > 2 * box && !(box === 0 && isDrawn(file)),
    )
    expect(tooWide, path).toEqual([])

    // An image without alternative text has text beside it: axe checks that every link and button has a name.
    const alts = pictures.map(({ alt }) => alt)
    expect(alts, path).not.toContain(null)
    expect(alts, path).toEqual(expect.arrayContaining(told))
    expect(
      alts.filter((alt) => /\.\w{3,4}$|[_/]|^(afbeelding|foto|image)$/i.test(alt ?? '')),
    ).toEqual([])
  }
}

const TITLE = (width: number) =>
  `pictures say what they show and are no more than twice as wide as their box (HOME-2, LIST-10, DETAIL-1, BASKET-5, statement 13), ${width}`

test(TITLE(1280), async ({ wide, shop }) => look(wide, shop))
test(TITLE(375), async ({ phone, shop }) => look(phone, shop))
