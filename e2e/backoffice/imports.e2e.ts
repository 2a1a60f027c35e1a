import { en, inEachLanguage } from '#e2e/support/messages.ts'
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
import { staffClient } from '#server/testing/clients/staff-client.ts'

const WORDS = inEachLanguage((t) => ({
  newImport: t('newImport'),
  kind: t('importKind'),
  prices: t('points'),
  file: t('file'),
  read: t('readFile'),
  same: t('applySuggestion', { count: 1 }),
  cell: (row: number) => t('cellOf', { column: 'points 1014', row }),
  template: t('importTemplateOf', { kind: t('importKind.gifts'), format: 'XLSX' }),
  imported: t('importedGifts'),
  take: (count: number) => t('importRowCount', { count }),
  back: t('undoImportRows', { count: 3 }),
  isBack: t('rowsUndone', { count: 3 }),
  coverage: t('coverage'),
  why: t('whyNotShown'),
  gifts: t('gifts'),
  newOnSale: t('newOnSale'),
  notOnSale: t('hidden.not-on-sale', { detail: '1014' }),
}))

for (const language of BACKOFFICE_LANGUAGES) {
  const words = WORDS[language]
  test(`a file is uploaded, its cells are corrected, its valid rows are imported and undone, and new gifts are visible if chosen, in ${language} (DESK-23, SAFE-16, C-8)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const { page } = wide
    const owner = await staffClient(shop)
    await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
    wide.expectConsoleError('401')
    phone.expectConsoleError('401')
    const gifts = await Promise.all([5, 5, 5].map((points) => shop.gift({ points })))
    const [a, b, c] = gifts.map(({ sku }) => sku)
    await signInAsStaff(wide, language, '/backoffice/imports', owner)
    const template = page.getByRole('navigation').getByRole('link', { name: words.template })
    expect(await template.getAttribute('href')).toContain('kind=gifts&as=xlsx')
    await page.getByRole('button', { name: words.newImport }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.kind).selectOption({ label: words.prices })
    await dialog.getByLabel(words.file, { exact: true }).setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`sku;points 1014\n${a};7\n${b};8,00\n${c};9,00\n`),
    })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: words.read }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'prices.csv' }))
    await expectVisible(page.getByRole('button', { name: words.take(1) }))
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.take(1) }).click()
    await expect.poll(() => shop.shop.jobs.drain()).toBeGreaterThan(0)
    // A correction that was typed stays over a reload, and Enter saves it.
    const cell = page.getByRole('textbox', { name: words.cell(3) })
    await cell.fill('80')
    await page.reload()
    await expect.poll(() => cell.inputValue()).toBe('80')
    await cell.fill('8')
    await cell.press('Enter')
    await expectHidden(cell)
    await page.getByRole('button', { name: words.same }).click()
    await page.getByRole('button', { name: words.take(2) }).click()
    await expect.poll(() => shop.shop.jobs.drain()).toBeGreaterThan(0)
    await expectVisible(page.getByRole('button', { name: words.back }))
    const points = async () =>
      (await shop.sql`select points from offer where sku = any(${gifts.map(({ sku }) => sku)})`)
        .map(({ points }) => points as number)
        .sort()
    expect(await points()).toEqual([7, 8, 9])
    await page.getByRole('button', { name: words.back }).click()
    await expectVisible(page.locator('[data-result]').getByText(words.isBack))
    expect(await points()).toEqual([5, 5, 5])
    await expectNoAxeViolations(page)

    const [brand] = await shop.sql`select id from brand order by id limit 1`
    await page.goBack()
    await page.getByRole('button', { name: words.newImport }).click()
    await dialog.getByLabel(words.kind).selectOption({ label: words.gifts })
    await dialog.getByLabel(words.file, { exact: true }).setInputFiles({
      name: 'gifts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `gift;brand;name nl;points 1014\n${language}-new;${String(brand?.['id'])};Nieuw;7\n`,
      ),
    })
    await dialog.getByRole('button', { name: words.read }).click()
    const onSale = page.getByRole('checkbox', { name: words.newOnSale, checked: false })
    await expectVisible(onSale)
    await expectNoAxeViolations(page)
    await onSale.click()
    await page.getByRole('button', { name: words.take(1) }).click()
    await expect.poll(() => shop.shop.jobs.drain()).toBeGreaterThan(0)
    const [offer] = await shop.sql`select active from offer where sku = ${`${language}-new`}`
    expect(offer).toEqual({ active: true })
    await page.getByRole('link', { name: words.imported }).click()
    await expectVisible(page.getByRole('link', { name: 'Nieuw', exact: true }))
    expect(await page.locator('[data-row-link]').count()).toBe(1)
    await page.goBack()

    await shop.sql`update offer set active = false where sku = ${a ?? ''}`
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await signInAsStaff(phone, language, '/backoffice/range-coverage?channel=1014', owner)
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: words.coverage }))
    const why = phone.page.getByRole('region', { name: words.why })
    await why.getByRole('searchbox').fill(a ?? '')
    await why.getByRole('button', { name: 'Vase' }).click()
    await expectVisible(why.getByText(words.notOnSale))
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
    if (language !== LAYOUT_LANGUAGE) return

    await phone.go(new URL(page.url()).pathname)
    await expectVisible(phone.page.getByRole('heading', { level: 1, name: 'gifts.csv' }))
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
  })
}

test('a sheet without a gift column marks no cell, lists the possible columns and explains the mapping (SAFE-16, C-4)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'en', '/backoffice/imports', owner)
  await page.getByRole('button', { name: WORDS.en.newImport }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(WORDS.en.kind).selectOption({ label: en('gifts') })
  await dialog.getByLabel(WORDS.en.file).setInputFiles({
    name: 'gifts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('SKU;Name (Dutch);Points (1014)\nvase-1;Vaas;5\nbowl-1;Kom;7\n'),
  })
  await dialog.getByRole('button', { name: WORDS.en.read }).click()
  await expectVisible(page.getByText(en('columnsMissingCount', { count: 1 })))
  const missing = page.getByText(
    en('columnsMissing', { columns: 'Gift number', keep: en('saveMapping') }),
  )
  await expectVisible(missing)
  await expectVisible(page.getByText(en('giftOrSku')))
  expect(await page.getByText(`SKU: ${en('cell.empty')}`).count()).toBe(0)
  const sku = page.getByLabel('SKU', { exact: true })
  expect(await sku.locator('option:checked').textContent()).toBe('Variant (SKU)')
  const options = await sku.locator('option').allTextContents()
  expect(options).toEqual(expect.arrayContaining(['Gift number', 'Name (German)']))
  expect(options).toContain('Points (Giftpoint 1014)')
  await expectNoAxeViolations(page)
  if (process.env['C4_SHOT']) await page.screenshot({ path: process.env['C4_SHOT'] })
  await sku.selectOption({ label: 'Gift number' })
  await page.getByRole('button', { name: en('saveMapping') }).click()
  await expectHidden(missing)
})
