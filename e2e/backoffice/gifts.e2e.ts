import { inEachLanguage, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const WORDS = inEachLanguage((t) => ({
  gifts: t('gifts'),
  select: (name: string) => t('selectOne', { name }),
  change: (count: number) => t('changeGifts', { count }),
  points: (name: string, channel: string) => t('pointsOf', { name, channel: channel }),
  pointsChanged: (name: string) => t('pointsChanged', { name }),
  all: t('allMyChannels'),
  how: t('how'),
  lower: t('points.lower'),
  amount: t('points'),
  before: t('valueBefore'),
  putBack: withAnyValue(t('undoChanges')),
  save: t('save'),
  saving: t('giftSaving'),
  textsIn: t('textsIn', { language: t('in.nl') }),
  german: t('in.de'),
  compare: t('compareWith'),
  inShop: t('viewInShop'),
  dutch: t('in.nl'),
  both: t('changedByOther'),
  theirs: t('useTheirs'),
  counted: t('counted'),
  saveCount: t('saveCount'),
  stock: t('stock'),
  stockNeeds: t('stockNeeds'),
  sales: t('salesAndStock'),
  soldPerWeek: t('soldPerWeek'),
  stockPerWeek: t('stockPerWeek'),
  soldOut: t('giftsSoldOut', { count: 2 }),
  meanwhile: t('countedByOther', { name: 'The fulfilment', count: 6 }),
  fromNow: t('countFromNow', { count: 6 }),
  later: t('pictureLater', { place: 1 }),
}))

async function someone(shop: TestShop, language: string) {
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
  return owner
}

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a bulk change of gifts matches its preview, and its undo keeps what others changed since, in ${language} (DESK-10, DESK-11)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await someone(shop, language)
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    const gifts = await Promise.all(
      ['A', 'B', 'C'].map((letter) =>
        shop.gift({ points: 6, name: `Kandelaar ${language} ${letter}` }),
      ),
    )
    const skus = gifts.map(({ sku }) => sku)
    const path = `/backoffice/gifts?search=kandelaar+${language}`
    await signInAsStaff(wide, language, path, owner)
    const first = `Kandelaar ${language} A`
    await expectVisible(page.getByRole('link', { name: first }))
    await expectNoAxeViolations(page)

    // Points typed in place; Enter goes on to the next row.
    await page.getByRole('textbox', { name: words.points(first, 'Giftpoint') }).fill('7')
    await page.keyboard.press('Enter')
    await expectVisible(page.locator('[data-result]').getByText(words.pointsChanged(first)))

    for (const letter of ['A', 'B', 'C']) {
      await page
        .getByRole('checkbox', { name: words.select(`Kandelaar ${language} ${letter}`) })
        .check()
    }
    await page.getByRole('button', { name: words.change(3) }).click()
    const fewer = page.getByLabel(words.how)
    await fewer.selectOption({ label: words.lower })
    await page.getByRole('textbox', { name: words.amount, exact: true }).fill('1')
    await page.getByRole('checkbox', { name: words.all }).check()
    await page.reload()
    // What was typed is still there.
    await expectVisible(page.getByRole('checkbox', { name: words.all, checked: true }))
    expect(await fewer.inputValue()).toBe('lower')
    const confirm = page.getByRole('button', { name: words.change(3) })
    await expectVisible(page.getByRole('link', { name: first }))
    await expectNoAxeViolations(page)
    await confirm.click()
    await expectVisible(page.getByRole('button', { name: words.putBack }))
    await expectVisible(page.getByRole('columnheader', { name: words.before }))
    const points = async () =>
      (await shop.sql`select points from offer where sku = any(${skus}) order by sku`).map(
        ({ points }) => points as number,
      )
    expect((await points()).sort()).toEqual([5, 5, 6])
    await shop.sql`update offer set points = 20 where sku = ${skus[1] ?? ''}`
    await page.reload()
    await expectVisible(page.getByRole('button', { name: words.putBack }))
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.putBack }).click()
    await expectVisible(page.locator('[data-result]').getByText(/2.*1/))
    expect((await points()).sort((a, b) => a - b)).toEqual([6, 7, 20])

    if (language !== LAYOUT_LANGUAGE) return

    await phone.page.setViewportSize({ width: 375, height: 720 })
    await signInAsStaff(phone, language, path, owner)
    await expectVisible(phone.page.getByRole('link', { name: first }))
    // All rows are on one page, so there are no links to other pages.
    const pages = phone.page.getByRole('navigation', { name: nl('pagesOfList') })
    await expectVisible(pages)
    expect(await pages.locator(':scope > *:not(:first-child)').count()).toBe(0)
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
  })

  test(`two users who edit one text see the conflict, a failed part of a save keeps its input, and stock is counted, in ${language} (DESK-14, DESK-17, PRODUCT-3, PRODUCT-6, PRODUCT-10)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await someone(shop, language)
    wide.expectConsoleError('401')
    wide.expectConsoleError('409')
    phone.expectConsoleError('401')
    // One is sold, so that the page has charts.
    const gift = await shop.gift({ name: `Lantaarn ${language}`, inStock: 10 })
    await sampleOrder(shop, { gifts: [gift] })
    const { sku } = gift
    const [shown] = await shop.sql<{ pictures: string[] }[]>`
        select pictures from product where cardinality(pictures) > 1 order by id limit 1`
    const files = (shown?.pictures ?? []).slice(0, 2)
    await shop.sql`update product set pictures = ${files} where id = ${sku}`
    await signInAsStaff(wide, language, `/backoffice/gifts/${sku}`, owner)
    await expectVisible(page.getByRole('heading', { level: 1, name: `Lantaarn ${language}` }))
    await expectNoAxeViolations(page)

    const inShop = page.getByRole('link', { name: words.inShop })
    expect(await inShop.getAttribute('href')).toContain('/backoffice/preview/shop?channel=1014')

    const sales = page.getByRole('region', { name: words.sales })
    await expectVisible(sales.getByRole('slider', { name: words.soldPerWeek }))
    await expectVisible(sales.getByRole('slider', { name: words.stockPerWeek }))

    // One language at a time, with another beside it on request.
    await page.getByRole('radio', { name: words.dutch }).check()
    const form = page.getByRole('group', { name: words.dutch, exact: true })
    await page.getByLabel(words.compare).selectOption('de')
    await expectVisible(page.getByRole('group', { name: words.german, exact: true }))

    // One save for all parts: the one that someone else changed is named, and the others are saved.
    await form.getByRole('textbox').first().fill('Mijn lantaarn')
    await page.getByRole('button', { name: words.later }).focus()
    await page.keyboard.press('Enter')
    const [channel] = await shop.sql<{ name: string }[]>`
        select name from channel where id = '1014'`
    await page
      .getByLabel(words.points(`Lantaarn ${language}`, channel?.name ?? ''), { exact: true })
      .fill('7')
    await shop.sql`update product_text set name = 'Hun lantaarn' where product_id = ${sku}`
    const bar = page.getByRole('region', { name: words.saving })
    await bar.getByRole('button', { name: words.save }).click()
    await expectVisible(bar.getByRole('link', { name: words.textsIn }))
    await expectVisible(form.getByText(words.both))
    await expectVisible(form.getByText('Hun lantaarn'))
    expect(await form.getByRole('textbox').first().inputValue()).toBe('Mijn lantaarn')
    const [saved] = await shop.sql`
        select pictures, points from product join offer on sku = ${sku} where product.id = ${sku}`
    expect(saved).toEqual({ pictures: [...files].reverse(), points: 7 })
    await expectNoAxeViolations(page)
    await form.getByRole('button', { name: words.theirs }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Hun lantaarn' }))
    await expectHidden(bar)

    const stock = page.getByRole('region', { name: words.stock, exact: true })
    await stock.getByText('Hun lantaarn').click()
    const counted = stock.getByLabel(words.counted)
    await counted.fill('5')
    const colleague = await staffClient(shop, 'fulfilment')
    await colleague.signIn()
    await colleague.request('POST', `/backoffice/api/stock/${sku}/corrections`, {
      sku,
      from: 9,
      on_hand: 6,
      reason: 'count',
    })
    await expectVisible(stock.getByText(words.meanwhile))
    await expect.poll(() => counted.inputValue()).toBe('5')
    await expectNoAxeViolations(page)
    await stock.getByRole('button', { name: words.fromNow }).click()
    await counted.fill('4')
    await stock.getByRole('button', { name: words.saveCount }).click()
    await expectVisible(page.locator('[data-result]').getByText(/4/))
    await expectNoAxeViolations(page)

    if (language !== LAYOUT_LANGUAGE) return

    await phone.page.setViewportSize({ width: 320, height: 720 })
    await signInAsStaff(phone, language, `/backoffice/gifts/${sku}`, owner)
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: 'Hun lantaarn' }))
    await expectNoHorizontalScroll(phone.page)
    await phone.go('/backoffice/stock')
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: words.stock }))
    const counts = phone.page.getByRole('navigation', { name: words.stockNeeds })
    await expectVisible(counts)
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
    // Each count above the list is a filter of it.
    await counts.getByRole('link', { name: words.soldOut }).click()
    await expect.poll(() => new URL(phone.page.url()).search).toBe('?state=out')
    await expectVisible(counts.locator('[aria-current]'))
  })
}
