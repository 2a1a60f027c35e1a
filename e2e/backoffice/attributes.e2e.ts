import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

test('attributes of the catalogue are created, renamed in four languages, reordered by keyboard and by dragging, merged and restored, in nl (DESK-10, DESK-11)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice/gifts', owner)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: nl('attribute.tags'), exact: true })
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('attribute.tags') }))

  const dialog = page.getByRole('dialog')
  const make = async (button: string, name: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await dialog.getByLabel(nl('attribute.nameIn', { language: nl('in.nl') })).fill(name)
    await dialog.getByRole('button', { name: nl('attribute.make') }).click()
    await expectVisible(page.getByRole('button', { name, exact: true, expanded: true }))
  }
  const open = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
    await expectVisible(page.getByRole('form', { name, exact: true }))
  }
  await make(nl('attribute.new.group'), 'Sfeer')
  await make(nl('attribute.new.tag', { name: 'Sfeer' }), 'Knus')
  await open('Sfeer')
  await make(nl('attribute.new.tag', { name: 'Sfeer' }), 'Gezellig')
  await make(nl('attribute.new.group'), 'Materiaalsoort')
  const { sku } = await shop.gift({ name: 'Theelicht' })
  await shop.sql`insert into product_tag (product_id, tag_id) values (${sku}, 'gezellig')`
  await page.reload()
  await expectVisible(
    page.getByRole('link', { name: nl('attribute.usedBy', { count: 1 }) }).first(),
  )

  await open('Gezellig')
  const form = page.getByRole('form', { name: 'Gezellig' })
  await form.getByLabel(nl('attribute.nameIn', { language: nl('in.de') })).fill('Gemütlich')
  await form.getByLabel(nl('attribute.nameIn', { language: nl('in.fr') })).fill('Chaleureux')
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: nl('save') }).click()
  await expectVisible(
    page.locator('[data-result]').getByText(nl('attribute.saved', { name: 'Gezellig' })),
  )
  const [said] = await shop.sql<{ texts: object }[]>`select texts from tag where id = 'gezellig'`
  expect(said?.texts).toEqual({ nl: 'Gezellig', de: 'Gemütlich', fr: 'Chaleureux' })

  const order = async () =>
    (
      await shop.sql<
        { id: string }[]
      >`select id from tag where tag_group_id = 'sfeer' order by position`
    ).map(({ id }) => id)
  await page.getByRole('button', { name: nl('moveUp', { name: 'Gezellig' }) }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['gezellig', 'knus'])
  // The page shows the new order too.
  await expectVisible(
    page.getByRole('button', { name: nl('moveUp', { name: 'Gezellig' }), disabled: true }),
  )
  await page
    .getByText('knus', { exact: true })
    .dragTo(page.getByText('materiaalsoort', { exact: true }))
  await expect.poll(order).toEqual(['gezellig'])
  await expectVisible(
    page
      .getByRole('listitem')
      .filter({ hasText: 'materiaalsoort' })
      .getByText('knus', { exact: true }),
  )
  await page.getByRole('button', { name: nl('putItBack'), exact: true }).click()
  await expect.poll(order).toEqual(['gezellig', 'knus'])

  await page
    .getByLabel(nl('attribute.mergeInto'), { exact: true })
    .selectOption({ label: 'Sfeer: Knus' })
  await page.getByRole('button', { name: nl('attribute.mergeAction', { count: 1 }) }).click()
  await expectVisible(
    page
      .locator('[data-result]')
      .getByText(nl('attribute.merged', { name: 'Gezellig', into: 'Knus' })),
  )
  await page
    .getByRole('link', { name: nl('attribute.usedBy', { count: 1 }) })
    .last()
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('gifts') }))
  await page.goBack()
  await page
    .getByRole('link', { name: nl('changes.title') })
    .first()
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('changes.title') }))
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Gezellig → Knus' }).click()
  await expectVisible(page.getByRole('button', { name: withAnyValue(nl('undoChanges')) }))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: withAnyValue(nl('undoChanges')) }).click()
  const tagOfGift = async () =>
    (await shop.sql`select tag_id from product_tag where product_id = ${sku}`)[0]?.['tag_id']
  await expect.poll(tagOfGift).toBe('gezellig')
  await expectVisible(page.getByText(nl('isUndone'), { exact: true }))

  await phone.page.setViewportSize({ width: 320, height: 720 })
  await signInAsStaff(phone, 'nl', '/backoffice/tags?word=tag+gezellig', owner)
  await expectVisible(phone.page.getByRole('form', { name: 'Gezellig' }))
  await expectNoHorizontalScroll(phone.page)
  await phone.page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(phone.page)
  for (const path of [
    '/backoffice/brands',
    '/backoffice/options',
    '/backoffice/gifts/bulk-changes',
    '/backoffice/categories',
  ]) {
    await phone.go(path)
    await expectVisible(phone.page.getByRole('heading', { level: 1 }))
    await expectNoHorizontalScroll(phone.page)
    await expectNoAxeViolations(phone.page)
  }
})

test('a merchandiser sees that a gift is shared and changes its text in her own channel only, in en (DESK-17)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const mila = await staffClient(shop, 'merchandiser')
  await staffClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${mila.staffId}`
  wide.expectConsoleError('401')
  const { sku } = await shop.gift({ name: 'Wandklok' })
  await shop.sql`insert into offer (channel_id, sku, points) values ('2001', ${sku}, 9)`
  await signInAsStaff(wide, 'en', `/backoffice/gifts/${sku}`, mila)
  await expectVisible(page.getByText(withAnyValue(en('shared.whoCan'))))
  const [channel] = await shop.sql<{ name: string }[]>`select name from channel where id = '1014'`
  await page
    .getByRole('button', { name: en('shared.sayOtherwise', { channel: channel?.name ?? '' }) })
    .click()
  await page.getByRole('radio', { name: en('in.nl') }).check()
  const form = page.getByRole('group', { name: en('in.nl'), exact: true })
  const bar = page.getByRole('region', { name: en('giftSaving') })
  const save = bar.getByRole('button', { name: en('save') })
  expect(await form.getByLabel(en('text.name')).getAttribute('placeholder')).toBe('Wandklok')
  await form.getByLabel(en('text.name')).fill('Klok van het werk')
  await expectNoAxeViolations(page)
  await save.click()
  await expectVisible(page.locator('[data-result]'))
  const texts = () =>
    shop.sql`select channel_id, name from product_text where product_id = ${sku} order by length(channel_id)`
  expect([...(await texts())]).toEqual([
    { channel_id: '2', name: 'Wandklok' },
    { channel_id: '1014', name: 'Klok van het werk' },
  ])
  await form.getByRole('button', { name: en('shared.sayAsAll') }).click()
  await save.click()
  await expect.poll(async () => (await texts()).filter(({ name }) => name !== null).length).toBe(1)
  await page
    .getByRole('navigation', { name: en('pages') })
    .getByRole('link', { name: en('gifts'), exact: true })
    .click()
  await page
    .getByRole('navigation', { name: en('gifts'), exact: true })
    .getByRole('link', { name: en('attribute.brands'), exact: true })
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: en('attribute.brands') }))
  await expectVisible(page.getByRole('button', { name: en('attribute.new.brand') }))
})
