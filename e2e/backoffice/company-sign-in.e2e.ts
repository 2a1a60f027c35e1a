import path from 'node:path'

import { afterAll, beforeAll } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { BACKOFFICE_LANGUAGES, BACKOFFICE_TEXTS } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { loadBackoffice } from '#server/http/backoffice-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { CLIENT, fakeOpenIdProvider } from '#server/testing/fakes/fake-openid-provider.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const COMPANY = 'Giftpoint B.V.'
let company: Awaited<ReturnType<typeof fakeOpenIdProvider>>
let backoffice: TestShop
beforeAll(async () => {
  company = await fakeOpenIdProvider()
  backoffice = await testShop({
    backoffice: await loadBackoffice(path.join(projectRoot, 'dist/backoffice')),
    environment: {
      STAFF_OPENID_ISSUER: company.issuer,
      STAFF_OPENID_CLIENT: CLIENT.id,
      STAFF_OPENID_SECRET: CLIENT.secret,
      STAFF_OPENID_NAME: COMPANY,
    },
  })
  company.registerRedirect(`${backoffice.url}/backoffice/openid`)
})
afterAll(async () => {
  await backoffice.stop()
  await company.close()
})

for (const language of BACKOFFICE_LANGUAGES) {
  const words = BACKOFFICE_TEXTS[language]
  test(`company sign-in redirects to the provider and back, and shows a progress page in between, in ${language} (DESK-1)`, async ({
    wide: { page, context, expectConsoleError },
  }) => {
    const guest = await staffClient(backoffice, 'editor')
    await backoffice.sql`update staff set language = ${language} where id = ${guest.staffId}`
    expectConsoleError('401')
    await context.addInitScript((language) => {
      if (location.pathname.startsWith('/backoffice'))
        localStorage.setItem('backoffice.language', language)
    }, language)
    company.signInAs({
      sub: `nobody ${language}`,
      email: 'nobody@giftpoint.example',
      verified: true,
    })
    await page.goto(`${backoffice.url}/backoffice`)
    const byCompany = page.getByRole('button', { name: words.byCompany(COMPANY) })
    await byCompany.click()
    await expectVisible(page.getByText(words.notInvited))
    await expectNoAxeViolations(page)

    company.signInAs({ sub: guest.email, email: guest.email, verified: true })
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/backoffice/api/session/openid', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await context.clearCookies({ domain: new URL(company.issuer).hostname })
    await page.goto(`${backoffice.url}/backoffice`)
    await byCompany.click()
    await expectVisible(page.getByRole('status').filter({ hasText: words.signingIn }))
    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    release()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.home }))
  })
}
