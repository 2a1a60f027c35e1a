import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectMainFits,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

test('brands of a supplier are chosen by name; an invalid value shows an error at its field and keeps the input (DESK-35, DESK-16)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  await shop.sql`insert into brand (id, name) values ('own-kettles', 'Eigen Ketels'), ('taken', 'Weggekaapt')`
  wide.expectConsoleError('401')
  wide.expectConsoleError('400')
  wide.expectConsoleError('404')
  wide.expectConsoleError('409')
  wide.expectConsoleError('StaffRefusalError')
  await signInAsStaff(wide, 'nl', '/backoffice/suppliers/new', owner)
  await page.getByLabel(nl('supplier.language')).selectOption(nl('in.fr'))
  await page.getByLabel(nl('supplier.name')).fill('Ketelmakers')
  await page.getByRole('textbox', { name: nl('supplier.email') }).fill('x@y')
  await page.getByLabel(nl('supplier.addBrand')).selectOption('Eigen Ketels')
  await page.getByLabel(nl('supplier.addBrand')).selectOption('Weggekaapt')
  await page.getByRole('button', { name: nl('save') }).click()
  const mail = page.getByRole('textbox', { name: nl('supplier.email') })
  await expect.poll(() => mail.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => mail.getAttribute('aria-invalid')).toBe('true')
  await expectNoAxeViolations(page)
  await page.reload()
  expect(await page.getByLabel(nl('supplier.name')).inputValue()).toBe('Ketelmakers')
  await mail.fill('ketels@example.com')
  // A corrected field is no longer marked as invalid.
  await expectHidden(page.getByText(nl('invalidHere')))
  await expect.poll(() => mail.getAttribute('aria-invalid')).toBeNull()
  // Another supplier now has one of the brands.
  await shop.sql`
      with other as (insert into supplier (name, email) values ('Ander', 'ander@example.com') returning id)
      update brand set supplier_id = other.id from other where brand.id = 'taken'`
  await page.getByRole('button', { name: nl('save') }).click()
  await expect
    .poll(() => page.getByLabel(nl('supplier.addBrand')).getAttribute('aria-invalid'))
    .toBe('true')
  await page.getByRole('button', { name: nl('removeOne', { name: 'Weggekaapt' }) }).click()
  await page.getByRole('button', { name: nl('save') }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Ketelmakers' }))
  await expectVisible(page.getByRole('main').getByText('Eigen Ketels'))
  expect((await shop.sql`select supplier_id from brand where id = 'own-kettles'`)[0]).not.toEqual({
    supplier_id: null,
  })
  await expectNoAxeViolations(page)

  // A tag group with an empty name.
  await wide.go('/backoffice/tags')
  await page.getByRole('button', { name: nl('attribute.new.group') }).click()
  const group = page.getByRole('dialog')
  await group.getByLabel(nl('attribute.nameIn', { language: nl('in.nl') })).fill('  ')
  await group.getByLabel(nl('attribute.code')).fill('leeg')
  await group.getByRole('button', { name: nl('attribute.make') }).click()
  await expect
    .poll(() =>
      group
        .getByLabel(nl('attribute.nameIn', { language: nl('in.nl') }))
        .getAttribute('aria-invalid'),
    )
    .toBe('true')
  await page.keyboard.press('Escape')

  for (const nowhere of [
    '/backoffice/media/nosuch',
    '/backoffice/suppliers/abc',
    '/backoffice/batches/x',
    '/backoffice/finance/monthly-accounts/1',
    '/backoffice/finance/payments?day=2026-13-45',
    '/backoffice/finance/payments?month=2026-13',
  ]) {
    await wide.go(nowhere)
    await expectVisible(page.getByText(nl('notThere')))
  }
  await wide.go('/supplier/abc')
  await expectVisible(page.getByRole('heading', { level: 1 }))
})

test('VAT rates are completely visible on a phone, with dates in the format of the back office (DESK-31, DESK-40)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  phone.expectConsoleError('401')
  await signInAsStaff(phone, 'nl', '/backoffice/finance/vat-rates', owner)
  const seen = page.getByRole('button', { name: `${nl('rates.check')}: Nederland` })
  await expectVisible(seen)
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 720 })
    await expectNoHorizontalScroll(page)
  }
  const rates = page.getByRole('region', { name: 'Nederland' })
  expect(await rates.textContent()).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  await expectVisible(rates.getByText(/vanaf \d{1,2} \p{L}+ 20\d{2}/u).first())
  await expectNoAxeViolations(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectMainFits(page)
})
