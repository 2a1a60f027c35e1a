import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/support/axe-check.ts'
import { DESK_WORDS, enterDesk } from '#e2e/support/backoffice-steps.ts'
import { fitsSideways, journey, see } from '#e2e/support/browser-test.ts'
import { deskGuest } from '#server/testing/clients/staff-client.ts'

journey(
  'an owner sees the API tokens of everybody beside the staff, and ends one of a colleague with a reason (SAFE-6, S5)',
  async ({ wide, phone, shop }) => {
    const { page } = wide
    const owner = await deskGuest(shop)
    await enterDesk(wide, 'nl', '/desk/staff/tokens', owner)
    await see(page.getByRole('heading', { name: 'Nog geen API-tokens' }))
    await axeFindsNothing(page)

    const service = await deskGuest(shop, 'service')
    await service.signIn()
    const input = { name: 'Ticketsysteem', permissions: ['order.read', 'parcel.read'], days: 30 }
    expect((await service.ask('POST', '/desk/api/tokens', input)).status).toBe(200)
    await enterDesk(phone, 'nl', '/desk/staff/tokens', owner)
    await see(phone.page.getByText('Ticketsysteem'))
    await fitsSideways(phone.page)
    await axeFindsNothing(phone.page)

    await wide.go('/desk/staff')
    await page.getByRole('link', { name: 'API-tokens' }).click()
    const row = page.getByRole('row', { name: /Ticketsysteem/ })
    await see(row.getByText('The service'))
    await see(row.getByText('nooit'))
    await row.getByRole('checkbox', { name: DESK_WORDS.nl.select('Ticketsysteem') }).check()
    await page.getByRole('button', { name: 'Eén API-token beëindigen' }).click()
    const dialog = page.getByRole('dialog', { name: 'API-tokens beëindigen' })
    await dialog.getByRole('textbox').fill('Het systeem is weg')
    await axeFindsNothing(page)
    await dialog.getByRole('button', { name: 'Eén API-token beëindigen' }).click()
    await see(page.locator('[data-result]').getByText('Eén API-token beëindigd.'))
    await see(row.getByText('beëindigd', { exact: true }))
  },
)
