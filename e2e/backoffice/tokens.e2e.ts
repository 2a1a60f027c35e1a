import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { BACKOFFICE_TEXTS, signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

test('an owner sees all API tokens and revokes one of another user with a reason (SAFE-6, S5)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await signInAsStaff(wide, 'nl', '/backoffice/staff/api-tokens', owner)
  await expectVisible(page.getByText(nl('apiTokens.emptyHelp')))
  await expectNoAxeViolations(page)

  const service = await staffClient(shop, 'service')
  await service.signIn()
  const input = { name: 'Ticketsysteem', permissions: ['order.read', 'parcel.read'], days: 30 }
  expect((await service.request('POST', '/backoffice/api/tokens', input)).status).toBe(200)
  await signInAsStaff(phone, 'nl', '/backoffice/staff/api-tokens', owner)
  await expectVisible(phone.page.getByText('Ticketsysteem'))
  await expectNoHorizontalScroll(phone.page)
  await expectNoAxeViolations(phone.page)

  await wide.go('/backoffice/staff')
  await page.getByRole('link', { name: nl('apiTokens.title') }).click()
  const row = page.getByRole('row', { name: /Ticketsysteem/ })
  await expectVisible(row.getByText('The service'))
  await expectVisible(row.getByText(nl('apiTokens.never')))
  await row.getByRole('checkbox', { name: BACKOFFICE_TEXTS.nl.select('Ticketsysteem') }).check()
  await page.getByRole('button', { name: nl('apiTokens.end', { count: 1 }) }).click()
  const dialog = page.getByRole('dialog', { name: nl('apiTokens.endTitle') })
  await dialog.getByRole('textbox').fill('Het systeem is weg')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: nl('apiTokens.end', { count: 1 }) }).click()
  await expectVisible(
    page.locator('[data-result]').getByText(nl('apiTokens.endedNow', { count: 1 })),
  )
  await expectVisible(row.getByText(nl('ended'), { exact: true }))
})
