import { cards, countHeading } from '#e2e/support/gift-cards.ts'
import { expectHidden, expectAnnouncement, test, expectVisible } from '#e2e/support/browser-test.ts'
import { tabTo } from '#e2e/support/keyboard-steps.ts'

test('from the code to the wishlist without a mouse (statement 4)', async ({
  wide: { page, go },
}) => {
  await go('/login')
  await tabTo(page, page.getByRole('textbox'))
  await page.keyboard.type('giftshop1')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')

  const welcome = page.getByRole('dialog')
  await expectVisible(welcome)
  await tabTo(page, welcome.getByRole('button', { name: /cadeau/i }))
  await page.keyboard.press('Escape')
  await expectHidden(welcome)

  const category = page.getByRole('region', { name: /zin in/ }).getByRole('link')
  await tabTo(page, category)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.has('categoryCode'))

  // The home page shows gifts too, and stays until the list is there.
  await expectVisible(countHeading(page, /^\d+ cadeaus?$/))
  const gift = cards(page).getByRole('link')
  const name = await gift.first().innerText()
  await tabTo(page, gift)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name }))

  const heart = page
    .getByRole('main')
    .getByRole('button', { name: `Bewaar ${name} op je verlanglijst` })
  await tabTo(page, heart)
  await page.keyboard.press('Space')
  await expectAnnouncement(page, `${name} staat op je verlanglijst`)

  const wishes = page.getByRole('banner').getByRole('link', { name: /^Verlanglijst/ })
  await tabTo(page, wishes, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/wishlist')
  const wish = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expectVisible(wish)
  await tabTo(page, wish.getByRole('button', { name: /mand/ }))
})
