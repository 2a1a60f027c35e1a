import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/support/axe-check.ts'
import {
  BACKOFFICE_LANGUAGES,
  BACKOFFICE_TEXTS,
  signInAsStaff,
  SHAPES_IN,
} from '#e2e/support/backoffice-steps.ts'
import { fitsSideways, journey, see } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

for (const language of BACKOFFICE_LANGUAGES) {
  const words = BACKOFFICE_TEXTS[language]
  journey(
    `a long export continues after a reload, can be cancelled, and is downloaded when it is completed, in ${language} (DESK-13)`,
    async ({ wide, shop }) => {
      const { page } = wide
      const owner = await staffClient(shop)
      await shop.sql`update staff set language = ${language} where id = ${owner.staffId}`
      wide.expectComplaint('401')
      await signInAsStaff(wide, language, `/backoffice/audit?action=session.opened`, owner)
      const makeFile = page.getByRole('button', { name: words.makeFile })
      const progress = page.getByRole('progressbar', { name: words.auditFile })
      await makeFile.click()
      await see(page.getByRole('heading', { level: 1, name: words.auditFile }))
      await see(progress)
      await page.reload()
      await see(progress)
      await axeFindsNothing(page)
      await page.getByRole('button', { name: words.cancelJob }).click()
      await see(page.getByRole('main').getByText(words.cancelled, { exact: true }))
      await shop.shop.jobs.drain()

      await page.goBack()
      await makeFile.click()
      await see(progress)
      await shop.shop.jobs.drain()
      await see(page.getByRole('main').getByText(words.workDone, { exact: true }))
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /audit-.*\.csv/ }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^audit-[\d-]+\.csv$/)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.reload()
      await see(page.getByRole('link', { name: /audit-.*\.csv/ }))
      await axeFindsNothing(page)

      await page.getByRole('navigation', { name: words.longWork }).getByRole('link').click()
      await see(page.getByRole('row').filter({ hasText: words.cancelled }))
      await axeFindsNothing(page)
      if (language !== SHAPES_IN) return

      await page.setViewportSize({ width: 320, height: 720 })
      await fitsSideways(page)
      await page.getByRole('link', { name: words.auditFile }).first().press('Enter')
      await see(page.getByRole('link', { name: /audit-.*\.csv/ }))
      await fitsSideways(page)
    },
  )
}
