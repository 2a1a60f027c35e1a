import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { sampleReport } from '#server/testing/samples/sample-simulation-report.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** Replaces the simulation process, which finds no shop in that folder: it reports progress, then the result. */
async function play(shop: TestShop) {
  await shop.sql`
    update simulation set done = 90, total = 90, report = ${shop.sql.json(sampleReport)}, played_at = now()
    where report is null`
  await shop.shop.jobs.drain()
}

test('an editor simulates a channel, follows the progress, and reads which gifts sell out, what was sent and what is pending', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  shop.config.dataFolder = '/nonexistent'
  const editor = await staffClient(shop, 'editor')
  await shop.sql`update staff set language = 'nl' where id = ${editor.staffId}`
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice/channels/1014', editor)
  await page.getByRole('link', { name: nl('simulation.go') }).click()
  await expectVisible(page.getByText(nl('simulation.noneHelp')))
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: nl('simulation.new') }).press('Enter')
  // A season in the past cannot be simulated.
  await page.getByLabel(nl('simulation.firstDay')).fill('01-10-2026')
  await page.getByRole('button', { name: nl('simulation.begin') }).press('Enter')
  await expectVisible(page.locator('[aria-invalid=true]'))
  await page.getByLabel(nl('simulation.firstDay')).fill('01-12-2096')
  await page.getByLabel(nl('simulation.holders')).fill('50')
  // What was typed outlasts a reload.
  await page.reload()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('simulation.new') }))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: nl('simulation.begin') }).press('Enter')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: withAnyValue(nl('simulation.of')) }),
  )
  await expectVisible(page.getByRole('progressbar', { name: nl('simulation.one') }))
  await expectNoAxeViolations(page)
  const [asked] = await shop.sql<{ asked: object }[]>`select asked from simulation`
  if (JSON.stringify(asked?.asked).includes('"holders":2000')) throw new Error('the draft was lost')

  await play(shop)
  await expectVisible(page.getByText(nl('simulation.wentHelp')))
  await expectVisible(page.getByRole('row', { name: '=Vaas, Blauw 3 dec 2026 3 3 7' }))
  await expectVisible(page.getByRole('row', { name: `${nl('mail.voucher-invitation')} 49 1 0` }))
  for (const name of [
    `${nl('mail.digital-codes')} 3`,
    `${nl('mail.order-delivered')} 30`,
    `${nl('mail.voucher-ended')} 2`,
  ])
    await expectVisible(page.getByRole('row', { name: `${name} 0 0` }))
  await expectVisible(
    page.getByRole('row', {
      name: `${nl('task.of.parcel-undeliverable')} lost on the way Simulation 1`,
    }),
  )
  await expectVisible(page.getByText('€ 15,00'))
  await expectNoAxeViolations(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: nl('simulation.allGifts') }).click(),
  ])
  if (!download.suggestedFilename().startsWith('simulation-')) throw new Error('another file came')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)

  // In another language: the list, and a user with read access only.
  await shop.sql`update staff set language = 'en' where id = ${editor.staffId}`
  await page.reload()
  await expectVisible(page.getByRole('row', { name: '=Vaas, Blauw 3 Dec 2026 3 3 7' }))
  await expectVisible(page.getByText(en('simulation.wentHelp')))
  await page
    .getByRole('navigation', { name: en('simulation.title') })
    .getByRole('link')
    .press('Enter')
  await expectVisible(page.getByText(en('simulation.went')))
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page)
})
