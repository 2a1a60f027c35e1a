import { en, nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { headerText, releaseClient } from '#server/testing/clients/release-client.ts'

const contact = (key: string) => ({ ...headerText(key), path: 'contactpagecomponents' })

test('a draft is listed on Home, its history names texts like the editor, and it links to the page that it changes (SAFE-16, C-4, C-7, C-10)', async ({
  wide,
  shop,
}) => {
  const { page, context } = wide
  wide.expectConsoleError('401')
  wide.expectConsoleError('Access is denied for this document')
  const backoffice = await releaseClient(shop, 'editor')
  await shop.sql`update staff set language = 'nl' where id = ${backoffice.guest.staffId}`
  const id = await backoffice.draft('Nieuwe groet')
  await backoffice.putChange(id, { key: contact('header'), after: { value: 'Schrijf of bel ons' } })

  await signInAsStaff(wide, 'nl', '/backoffice', backoffice.guest)
  const releases = page.getByRole('region', { name: nl('releases') })
  await expectVisible(releases.getByText(nl('release.changeCount', { count: 1 }), { exact: true }))
  await expectNoAxeViolations(page)
  await releases.getByRole('link', { name: 'Nieuwe groet' }).click()

  const shown = page.getByRole('link', { name: nl('release.inPreview') })
  await expectVisible(shown)
  await expectNoAxeViolations(page)
  const [shopTab] = await Promise.all([context.waitForEvent('page'), shown.click()])
  await shopTab.waitForURL((address) => address.pathname === '/contact')
  await expectVisible(shopTab.getByRole('heading', { name: 'Schrijf of bel ons' }))

  await backoffice.publish(id)
  await page.reload()
  const history = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: nl('history') }) })
  await expectVisible(history.getByText(/· Contact · Kop boven het formulier · Nederlands/).first())
  await expectHidden(page.getByText('contactpagecomponents'))
})

test('the preview shows the changed texts of the welcome dialog (SAFE-16, C-7)', async ({
  wide,
  shop,
}) => {
  const { page, context } = wide
  wide.expectConsoleError('401')
  wide.expectConsoleError('Access is denied for this document')
  const backoffice = await releaseClient(shop, 'editor')
  await shop.sql`update staff set language = 'nl' where id = ${backoffice.guest.staffId}`
  const id = await backoffice.draft('Welkom')
  const key = { ...headerText('title'), path: 'welcomeoverlaycomponents' }
  await backoffice.putChange(id, { key, after: { value: 'Hartelijk welkom' } })
  await signInAsStaff(wide, 'nl', `/backoffice/releases/${id}`, backoffice.guest)
  const [shopTab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: nl('release.inPreview') }).click(),
  ])
  await expectVisible(shopTab.getByRole('dialog').getByText('Hartelijk welkom'))
  expect(new URL(shopTab.url()).pathname).toBe('/')
})

test('the list of content shows which texts a channel has of its own (SAFE-16, B-3)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('401')
  const backoffice = await releaseClient(shop)
  await shop.sql`update staff set language = 'en' where id = ${backoffice.guest.staffId}`
  await backoffice.write(
    'Own',
    { ...headerText('header', 'en'), path: 'contactpagecomponents' },
    'Write',
  )
  await signInAsStaff(
    wide,
    'en',
    '/backoffice/content?channel=1014&kind=component&source=own',
    backoffice.guest,
  )
  await expectVisible(page.getByRole('link', { name: 'Contact', exact: true }))
  await expectVisible(page.getByText(en('hasOwnTexts')))
  await expectNoAxeViolations(page)
  await wide.go('/backoffice/content?channel=1014&kind=component&source=shared')
  await expectVisible(page.getByText(en('onlySharedTexts')))
  await expectHidden(page.getByRole('link', { name: 'Contact', exact: true }))
})
