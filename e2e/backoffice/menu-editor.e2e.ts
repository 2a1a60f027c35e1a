import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
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
import { releaseClient } from '#server/testing/clients/release-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

async function editorOf(shop: TestShop, language: string, channels: string[]) {
  const editor = await staffClient(shop, 'editor', channels)
  await shop.sql`update staff set language = ${language} where id = ${editor.staffId}`
  return editor
}

test('a channel creates its own version of the shared menu, reorders it by keyboard and by dragging, and the shop shows it with its banner texts (DESK-9, DESK-19, DESK-22)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const editor = await editorOf(shop, 'en', ['1014'])
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await shop.sql`
      update navigation_item set banner = (select hash || '.webp' from picture where media_type = 'image/webp' order by hash limit 1)
      where channel_id = '2' and parent_id is null`
  await signInAsStaff(wide, 'en', '/backoffice/content/navigation', editor)
  await expectVisible(page.getByText(en('sharedMenuHelp')))
  await page.getByRole('button', { name: en('createOwnVersion') }).click()
  await expectVisible(page.locator('[data-result]'))
  await expectHidden(page.getByText(en('sharedMenuHelp')))
  const top = async () =>
    page
      .locator('main ol')
      .first()
      .locator(':scope > li > div:first-child > button:first-child')
      .allTextContents()
  const before = await top()
  const [first = '', second = '', third = ''] = before
  await page.getByRole('button', { name: en('moveUp', { name: second }) }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(top).toEqual([second, first, ...before.slice(2)])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    en('moveUp', { name: second }),
  )
  const handle = (name: string) =>
    page
      .locator('main ol')
      .first()
      .locator(':scope > li > div:first-child')
      .filter({ hasText: name })
      .first()
  await handle(third).dragTo(handle(second))
  await expect.poll(top).toEqual([third, second, first, ...before.slice(3)])
  const items = (count: number) => page.getByRole('button', { name: en('menuItems', { count }) })
  await expectVisible(page.getByRole('button', { name: 'Greenery', exact: true }))
  await items(8).click()
  await expectHidden(page.getByRole('button', { name: 'Greenery', exact: true }))
  await items(8).click()
  await page.getByRole('button', { name: 'Greenery', exact: true }).click()
  await page.getByLabel(en('menuGroup')).selectOption(en('menuGroupNone'))
  await expect.poll(top).toEqual([third, second, first, ...before.slice(3), 'Greenery'])
  await page.getByLabel(en('menuGroup')).selectOption('Home')
  await expectVisible(items(8))
  await page.getByRole('button', { name: third, exact: true }).click()
  const form = page.getByRole('region', { name: third, exact: true })
  await form.getByLabel(`${en('title')}, ${en('in.de')}`).fill('Ganz neu')
  await form.getByLabel(en('media.altIn', { language: en('in.nl') })).fill('Een gedekte tafel')
  await form.getByLabel(`${en('title')}, ${en('in.en')}`).fill('Brand new')
  await expectNoAxeViolations(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectMainFits(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.getByRole('button', { name: withAnyValue(en('publishAllNow')) }).click()
  await expectVisible(page.locator('[data-result]').getByText(withAnyValue(en('isPublished'))))
  const rows = await shop.sql<{ id: string; texts: Record<string, string> }[]>`
      select id, texts, banner_alt from navigation_item where channel_id = '1014' and parent_id is null order by position`
  expect(rows[0]).toMatchObject({
    texts: { de: 'Ganz neu', en: 'Brand new' },
    banner_alt: { nl: 'Een gedekte tafel' },
  })
  // A screen reader reads the banner's alternative text (DESK-22).
  await phone.openAs((await shop.holder({ points: 20 })).code)
  await phone.go(`/products?mainTagId=${rows[0]?.id}`)
  await expectVisible(phone.page.getByRole('img', { name: 'Een gedekte tafel' }))

  await signInAsStaff(phone, 'en', '/backoffice/content/tiles', editor)
  await expectVisible(phone.page.getByRole('heading', { level: 1, name: en('kind.tiles') }))
  await expectNoAxeViolations(phone.page)
  await expectNoHorizontalScroll(phone.page)
  await phone.page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(phone.page)

  // The approver sees the tile's title, its image and its on/off state as text (DESK-14).
  const backoffice = await releaseClient(shop)
  const release = await backoffice.draft('A tile')
  const [picture] = await shop.sql`
      select hash || '.webp' as file from picture where media_type = 'image/webp' order by hash limit 1`
  const [tile] = await shop.sql`
      insert into home_tile (channel_id, kind, id) values ('1014', 'category', 'dagverlof') returning row_version`
  const put = await backoffice.putChange(release, {
    kind: 'tile',
    key: { channel: '1014', tile: 'category', id: 'dagverlof' },
    base_version: tile?.['row_version'],
    after: {
      position: 1,
      extra: true,
      media: picture?.['file'],
      texts: { title: { nl: 'Een vrije dag', en: 'A day off' } },
    },
  })
  expect(put.status).toBe(200)
  await wide.go(`/backoffice/releases/${release}`)
  const row = page.locator('[data-change]')
  await expectVisible(row.getByRole('link', { name: 'A day off' }))
  await expectVisible(row.getByRole('img', { name: en('picture') }))
  await expectVisible(row.locator('ins').filter({ hasText: /yes$/ }))
  expect(await row.textContent()).not.toMatch(/[0-9a-f]{32}|true|brand dagverlof/)
  await expectNoAxeViolations(page)
})

test('a mail is previewed while it is edited, and its text is copied to other channels after a preview of the changes (DESK-11, DESK-17, PRODUCT-7)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const editor = await editorOf(shop, 'nl', ['1014', '2001', '2002'])
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice/content/mails?channel=1014', editor)
  // All emails, in the order of a gift's life, each with a small preview.
  const orders = page.getByRole('region', { name: nl('mailGroup.order') })
  await expectVisible(orders.getByRole('link', { name: nl('mail.order-cancelled') }))
  await expect.poll(() => orders.locator('[role=img]').count()).toBeGreaterThan(3)
  await expectNoAxeViolations(page)
  await orders.getByRole('link', { name: nl('mail.order-confirmation') }).click()
  await page.getByRole('button', { name: `${nl('editShared')}: Kop, ${nl('in.nl')}` }).click()
  await page.getByRole('textbox', { name: `Kop, ${nl('in.nl')}` }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Wat fijn, {first_name}')
  const preview = page.getByRole('region', { name: nl('mailPreview') })
  await expectVisible(preview.getByText('Wat fijn, Robin'))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: nl('addToRelease') }).click()
  await expectVisible(page.locator('[data-result]'))
  await page.getByRole('button', { name: nl('copyToChannels') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: nl('pickAllChannels', { count: 2 }) }).click()
  await dialog.getByRole('button', { name: nl('seeFirst') }).click()
  await expectVisible(dialog.getByText(nl('wouldChange', { count: 2 })))
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: nl('copyTo', { count: 2 }) }).click()
  await expectHidden(dialog)
  await page.getByRole('button', { name: nl('publishNow') }).click()
  await expectVisible(page.locator('[data-result]').getByText(withAnyValue(nl('isPublished'))))
  const said = await shop.sql`
      select channel_id, value from content where key = 'mail_order-confirmation_heading' order by 1`
  expect(said.map((row) => [row['channel_id'], row['value']] as const)).toEqual([
    ['1014', 'Wat fijn, {first_name}'],
    ['2001', 'Wat fijn, {first_name}'],
    ['2002', 'Wat fijn, {first_name}'],
  ])

  const { page: small } = phone
  await signInAsStaff(phone, 'nl', '/backoffice/content/company?channel=2001', editor)
  await small.getByLabel(nl('field.company.telephone')).fill('020 999')
  await small.getByRole('button', { name: nl('publishNow') }).click()
  await expectVisible(small.locator('[data-result]').getByText(withAnyValue(nl('isPublished'))))
  const [channel] =
    await shop.sql`select company ->> 'telephone' as said from channel where id = '2001'`
  expect(channel?.['said']).toBe('020 999')
  await expectNoAxeViolations(small)
  await phone.go('/backoffice/content/countries?channel=2001')
  await small.getByRole('checkbox', { name: 'Polen' }).check()
  const chosen = small.locator('fieldset input[type=checkbox]:checked')
  for (let left = await chosen.count(); left > 0; left -= 1) {
    await chosen.first().uncheck()
    await expect.poll(() => chosen.count()).toBe(left - 1)
  }
  phone.expectConsoleError('409')
  await small.getByRole('button', { name: nl('publishNow') }).click()
  await expectVisible(small.getByRole('alert'))
  await expectNoAxeViolations(small)
  await expectNoHorizontalScroll(small)
})
