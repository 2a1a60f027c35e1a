import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  BACKOFFICE_TEXTS,
  signInAsStaff,
  LAYOUT_LANGUAGE,
} from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

for (const language of BACKOFFICE_LANGUAGES) {
  const words = BACKOFFICE_TEXTS[language]
  test(`a long export continues after a reload, can be cancelled, and is downloaded when it is completed, in ${language} (DESK-13)`, async ({
    wide,
    shop,
  }) => {
    const { page } = wide
    const owner = await staffClient(shop)
    await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
    wide.expectConsoleError('401')
    await signInAsStaff(wide, language, `/backoffice/audit?action=session.opened`, owner)
    const makeFile = page.getByRole('button', { name: words.exportFile })
    const progress = page.getByRole('progressbar', { name: words.auditFile })
    await makeFile.click()
    await expectVisible(page.getByRole('heading', { level: 1, name: words.auditFile }))
    await expectVisible(progress)
    await page.reload()
    await expectVisible(progress)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: words.cancelJob }).click()
    await expectVisible(page.getByRole('main').getByText(words.cancelled, { exact: true }))
    await shop.shop.jobs.drain()

    await page.goBack()
    await makeFile.click()
    await expectVisible(progress)
    await shop.shop.jobs.drain()
    await expectVisible(page.getByRole('main').getByText(words.jobDone, { exact: true }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /audit-.*\.csv/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^audit-[\d-]+\.csv$/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expectVisible(page.getByRole('link', { name: /audit-.*\.csv/ }))
    await expectNoAxeViolations(page)

    await page.getByRole('navigation', { name: words.backgroundJobs }).getByRole('link').click()
    await expectVisible(page.getByRole('row').filter({ hasText: words.cancelled }))
    await expectNoAxeViolations(page)
    if (language !== LAYOUT_LANGUAGE) return

    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoHorizontalScroll(page)
    await page.getByRole('link', { name: words.auditFile }).first().press('Enter')
    await expectVisible(page.getByRole('link', { name: /audit-.*\.csv/ }))
    await expectNoHorizontalScroll(page)
  })
}
