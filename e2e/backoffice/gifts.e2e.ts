import { inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/support/axe-check.ts'
import { BACKOFFICE_LANGUAGES, signInAsStaff, SHAPES_IN } from '#e2e/support/backoffice-steps.ts'
import { fitsSideways, journey, see } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const WORDS = inEachLanguage((t) => ({
  gifts: t('gifts'),
  select: (name: string) => t('selectOne', { name: name }),
  change: (count: number) => t('changeGifts', { count }),
  points: (name: string, channel: string) => t('pointsOf', { name: name, channel: channel }),
  all: t('allMyChannels'),
  putBack: withAnyValue(t('putBackFields')),
  saveLanguage: t('saveLanguage', { language: t('in.nl') }),
  dutch: t('in.nl'),
  both: t('writtenMeanwhile'),
  theirs: t('takeTheirs'),
  counted: t('counted'),
  saveCount: t('saveCount'),
  stock: t('stock'),
  meanwhile: t('countedMeanwhile', { name: 'The fulfilment', count: 6 }),
  fromNow: t('countFromNow', { count: 6 }),
  later: t('pictureLater', { place: 1 }),
  savePictures: t('savePictures'),
}))

async function someone(shop: TestShop, language: string) {
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
  return owner
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  journey(
    `many gifts change as the preview says, and go back but for what others changed, in ${language} (DESK-10, DESK-11)`,
    async ({ wide, phone, shop }) => {
      const { page } = wide
      const owner = await someone(shop, language)
      wide.expectComplaint('401')
      phone.expectComplaint('401')
      const gifts = await Promise.all(
        ['A', 'B', 'C'].map((letter) =>
          shop.gift({ points: 6, name: `Kandelaar ${language} ${letter}` }),
        ),
      )
      const skus = gifts.map(({ sku }) => sku)
      const path = `/backoffice/gifts?search=kandelaar+${language}`
      await signInAsStaff(wide, language, path, owner)
      const first = `Kandelaar ${language} A`
      await see(page.getByRole('link', { name: first }))
      await axeFindsNothing(page)

      // Points typed in place; Enter goes on to the next row.
      await page.getByRole('textbox', { name: words.points(first, '1014') }).fill('7')
      await page.keyboard.press('Enter')
      await see(page.locator('[data-result]').getByText(/6 .*7/))

      for (const letter of ['A', 'B', 'C']) {
        await page
          .getByRole('checkbox', { name: words.select(`Kandelaar ${language} ${letter}`) })
          .check()
      }
      await page.getByRole('button', { name: words.change(3) }).click()
      await page.getByRole('checkbox', { name: words.all }).check()
      const confirm = page.getByRole('button', { name: words.change(3) })
      await see(page.getByRole('link', { name: first }))
      await axeFindsNothing(page)
      await confirm.click()
      await see(page.getByRole('button', { name: words.putBack }))
      const points = async () =>
        (await shop.sql`select points from offer where sku = any(${skus}) order by sku`).map(
          ({ points }) => points as number,
        )
      expect((await points()).sort()).toEqual([5, 5, 6])
      await shop.sql`update offer set points = 20 where sku = ${skus[1] ?? ''}`
      await page.reload()
      await see(page.getByRole('button', { name: words.putBack }))
      await axeFindsNothing(page)
      await page.getByRole('button', { name: words.putBack }).click()
      await see(page.locator('[data-result]').getByText(/2.*1/))
      expect((await points()).sort((a, b) => a - b)).toEqual([6, 7, 20])

      if (language !== SHAPES_IN) return

      await phone.page.setViewportSize({ width: 375, height: 720 })
      await signInAsStaff(phone, language, path, owner)
      await see(phone.page.getByRole('link', { name: first }))
      // All rows are on one page, so there are no links to other pages.
      const pages = phone.page.getByRole('navigation', { name: nl('pagesOfList') })
      await see(pages)
      expect(await pages.locator(':scope > *:not(:first-child)').count()).toBe(0)
      await phone.page.setViewportSize({ width: 320, height: 720 })
      await fitsSideways(phone.page)
      await axeFindsNothing(phone.page)
    },
  )

  journey(
    `two users edit one text and both see it, pictures move by keyboard, stock is counted, in ${language} (DESK-14, DESK-17)`,
    async ({ wide, phone, shop }) => {
      const { page } = wide
      const owner = await someone(shop, language)
      wide.expectComplaint('401')
      wide.expectComplaint('409')
      phone.expectComplaint('401')
      const { sku } = await shop.gift({ name: `Lantaarn ${language}`, inStock: 9 })
      const [shown] = await shop.sql<{ pictures: string[] }[]>`
        select pictures from product where cardinality(pictures) > 1 order by id limit 1`
      const files = (shown?.pictures ?? []).slice(0, 2)
      await shop.sql`update product set pictures = ${files} where id = ${sku}`
      await signInAsStaff(wide, language, `/backoffice/gifts/${sku}`, owner)
      await see(page.getByRole('heading', { level: 1, name: `Lantaarn ${language}` }))
      await axeFindsNothing(page)

      const form = page.getByRole('form', { name: words.dutch })
      await form.getByRole('textbox').first().fill('Mijn lantaarn')
      await shop.sql`update product_text set name = 'Hun lantaarn' where product_id = ${sku}`
      await form.getByRole('button', { name: words.saveLanguage }).click()
      await see(form.getByText(words.both))
      await see(form.getByText('Hun lantaarn'))
      expect(await form.getByRole('textbox').first().inputValue()).toBe('Mijn lantaarn')
      await axeFindsNothing(page)
      await form.getByRole('button', { name: words.theirs }).click()
      await see(page.getByRole('heading', { level: 1, name: 'Hun lantaarn' }))

      await page.getByRole('button', { name: words.later }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: words.savePictures }).click()
      await expect
        .poll(
          async () =>
            (await shop.sql`select pictures from product where id = ${sku}`)[0]?.['pictures'],
        )
        .toEqual([...files].reverse())

      const stock = page.getByRole('region', { name: words.stock })
      const counted = stock.getByLabel(words.counted)
      await counted.fill('5')
      const colleague = await staffClient(shop, 'fulfilment')
      await colleague.signIn()
      await colleague.ask('POST', `/backoffice/api/stock/${sku}/corrections`, {
        sku,
        from: 9,
        on_hand: 6,
        reason: 'count',
      })
      await see(stock.getByText(words.meanwhile))
      await expect.poll(() => counted.inputValue()).toBe('5')
      await axeFindsNothing(page)
      await stock.getByRole('button', { name: words.fromNow }).click()
      await counted.fill('4')
      await stock.getByRole('button', { name: words.saveCount }).click()
      await see(page.locator('[data-result]').getByText(/4/))
      await axeFindsNothing(page)

      if (language !== SHAPES_IN) return

      await phone.page.setViewportSize({ width: 320, height: 720 })
      await signInAsStaff(phone, language, `/backoffice/gifts/${sku}`, owner)
      await see(phone.page.getByRole('heading', { level: 1, name: 'Hun lantaarn' }))
      await fitsSideways(phone.page)
      await phone.go('/backoffice/stock')
      await see(phone.page.getByRole('heading', { level: 1, name: words.stock }))
      await fitsSideways(phone.page)
      await axeFindsNothing(phone.page)
    },
  )
}
