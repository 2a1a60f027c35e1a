import { en, nl } from '#e2e/support/messages.ts'
import { Webhook } from 'standardwebhooks'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { startFakeService } from '#server/testing/fakes/fake-service.ts'
import { deliverWebhooks } from '#server/modules/webhooks/deliver-webhooks.timer.ts'

test('an owner adds a webhook by keyboard, copies its secret, tests it, reads the response and retries it (C47, DESK-40)', async ({
  wide,
  shop,
}) => {
  const listener = await startFakeService(() => ({ status: 200, body: { heard: true } }))
  const deliver = () => deliverWebhooks(shop.shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER))
  try {
    const owner = await staffClient(shop)
    await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
    const { page } = wide
    wide.expectConsoleError('401')
    await signInAsStaff(wide, 'nl', '/backoffice/webhooks', owner)
    await expectVisible(page.getByText(nl('webhook.emptyHelp')))
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: nl('webhook.new') }).press('Enter')
    // The list, which has a search field for names, stays visible until the form is ready.
    await expectVisible(page.getByRole('heading', { level: 1, name: nl('webhook.new') }))
    await page.getByLabel(nl('webhook.name')).fill('Boekhouding')
    await page.getByLabel(nl('webhook.url')).fill(`${listener.url}/events`)
    await page.getByRole('button', { name: nl('save') }).press('Enter')
    await expectVisible(page.getByText(nl('webhook.needsKind')))
    await page.getByLabel(nl('webhook.kind.order.placed')).press('Space')
    await expectNoAxeViolations(page)
    // What was typed is still there.
    await page.reload()
    await page.getByLabel(nl('webhook.kind.parcel.delivered')).press('Space')
    await page.getByRole('button', { name: nl('save') }).press('Enter')
    const secret = await page.getByLabel(nl('webhook.secret'), { exact: true }).inputValue()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: nl('webhook.haveIt') }).press('Enter')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Boekhouding' }))
    await expectHidden(page.getByLabel(nl('webhook.secret'), { exact: true }))
    await page.getByRole('button', { name: nl('webhook.test') }).press('Enter')
    await expectVisible(page.getByText(nl('webhook.tested')))
    await deliver()
    const [request] = listener.requests
    new Webhook(secret).verify(request?.text ?? '', request?.headers as Record<string, string>)
    await expectNoAxeViolations(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page)

    await page.getByRole('link', { name: nl('webhook.openLog') }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: nl('webhook.log') }))
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: nl('webhook.kind.webhook.test') }).click()
    await expectVisible(page.getByText('"heard":true'))
    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: nl('webhook.again') }).click()
    await expectVisible(page.getByText(nl('webhook.againDone')))
    await deliver()
    const ids = listener.requests.map(({ headers }) => headers['webhook-id'])
    if (ids.length !== 2 || ids[0] !== ids[1]) throw new Error(`sent as ${ids.join()}`)

    await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
    await page.evaluate(() => localStorage.setItem('backoffice.language', 'en'))
    await page.setViewportSize({ width: 1280, height: 900 })
    await wide.go('/backoffice/webhooks')
    await page.getByRole('link', { name: 'Boekhouding' }).click()
    await page.getByRole('button', { name: en('webhook.makeSecret') }).click()
    await expectVisible(page.getByText(en('webhook.secretOnce')))
    await page.getByRole('button', { name: en('webhook.remove') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('webhook.remove') })
      .click()
    await expectVisible(page.getByText(en('webhook.emptyHelp')))
  } finally {
    await listener.close()
  }
})
