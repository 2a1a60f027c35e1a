import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'
import { de, withAnyValue } from '#e2e/support/messages.ts'
import { expectOnlyLanguage } from '#e2e/support/language-check.ts'
import { german } from '#backoffice/i18n/de.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'

test('the back office is completely in German, from the sign-in to a release (DESK-17)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'de', name = 'Olga Ooms' where id = ${owner.staffId}`
  wide.expectConsoleError('401')
  const reads = (place: string) => expectOnlyLanguage(page, 'de', place)

  await wide.context.addInitScript(() => localStorage.setItem('backoffice.language', 'de'))
  await wide.go('/backoffice/content/texts/homepagecomponents?channel=1014')
  await expectVisible(page.getByRole('button', { name: german.signIn, exact: true }))
  await reads('the door')
  await page.getByLabel(german.mail, { exact: true }).fill(owner.email)
  await page.getByLabel(german.password, { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: german.signIn, exact: true }).click()
  await expectVisible(page.getByRole('searchbox', { name: german.findInPage }))
  await reads('texts')

  await owner.signIn()
  const made = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/releases', { name: 'Winterfest' }),
  )
  const fields = await jsonOf<{ fields: { key: { field: string }; version: number }[] }>(
    await owner.request('GET', '/backoffice/api/channel-fields?channel=1014'),
  )
  const key = { channel: '1014', field: 'name' }
  const base_version = fields.fields.find((one) => one.key.field === 'name')?.version
  const change = { kind: 'channel', key, base_version, after: { value: 'Winterladen' } }
  const changed = await owner.request('PUT', `/backoffice/api/releases/${made.id}/changes`, {
    changes: [change],
  })
  expect(changed.status).toBe(200)
  for (const place of [
    '/backoffice',
    '/backoffice/content?channel=1014',
    '/backoffice/releases',
    `/backoffice/releases/${made.id}`,
  ]) {
    await wide.go(place)
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await expectVisible(page.getByRole('navigation').first())
    await reads(place)
  }
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Winterfest' }))
  await waitForIdle(page)
  // Dates follow the back office's language, not the browser's.
  const from = page.getByLabel(german['release.goesLive'])
  await from.fill('28.3.2027 7')
  await from.press('Tab')
  await expect.poll(() => from.inputValue()).toBe('28.03.2027 07:00')
  await from.press('ArrowUp')
  await expect.poll(() => from.inputValue()).toBe('29.03.2027 07:00')
  await from.fill('31.2.2027')
  await from.press('Tab')
  await expectVisible(page.getByText(withAnyValue(de('date.wrong'))))
  await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true')
  await expectNoAxeViolations(page)
})
