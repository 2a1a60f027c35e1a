import { waitForIdle } from '#e2e/support/network-idle.ts'
import { inBackoffice } from '#e2e/screenshots/backoffice-scenes.ts'
import type { Scenes } from '#e2e/screenshots/scene-setup.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'

const PEOPLE =
  'Naam;Afdeling;E-mail;Taal\nZoë de Wit;Magazijn;zoe@example.com;nl\nBo Jansen;Kantoor;;fr\n'
const STEPS = 5

/** Batches, and the employer portal. */
export const batchScenes: Scenes = {
  async 'backoffice-batches'(stage) {
    await inBackoffice(stage, '/backoffice/batches')
    await stage.shot()
  },
  async 'backoffice-batch'(stage) {
    const { page } = stage
    await inBackoffice(stage, '/backoffice/batches?search=Jubileum', { dark: true })
    await page.locator('[data-row-link]').first().click()
    await page.locator('main dl').first().waitFor()
    await stage.shot('', { down: 3000 })
  },
  async 'backoffice-batch-new'(stage) {
    const { page } = stage
    await inBackoffice(stage, '/backoffice/batches/new')
    const form = page.locator('main form')
    await form.locator('select').first().selectOption('1014')
    await form.locator('input[inputmode=numeric]').fill('12')
    for (let step = 1; step <= STEPS; step += 1) {
      const list = form.locator('textarea[rows="8"]')
      if ((await list.count()) > 0) await list.fill(PEOPLE)
      await stage.shot(String(step), { down: 1600 })
      if (step === STEPS) break
      await form.locator('button[type=submit]').click()
      await waitForIdle(page)
    }
  },
  async 'employer-portal'(stage) {
    const { page } = stage
    await stage.go('/employer')
    await page.locator('input[name=email]').waitFor()
    await stage.shot('sign-in')
    await page.locator('input[name=email]').fill('employer@giftpoint.example')
    await page.locator('input[name=password]').fill(DEMO_PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.locator('main#page h1').waitFor()
    await waitForIdle(page)
    await stage.shot('home', { down: 1600 })
    for (const name of ['people', 'report', 'account']) {
      await page.locator(`nav a[href="/employer/${name}"]`).click()
      await page.locator('main#page section, main#page article').first().waitFor()
      await waitForIdle(page)
      await stage.shot(name, { down: 1600 })
    }
  },
}
