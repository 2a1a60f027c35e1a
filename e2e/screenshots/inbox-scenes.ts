import { waitForIdle } from '#e2e/support/network-idle.ts'
import { inBackoffice } from '#e2e/screenshots/backoffice-scenes.ts'
import type { Scenes, Stage } from '#e2e/screenshots/scene-setup.ts'

const QUESTIONS = [
  {
    subject: 'Mein Rucksack',
    email_body:
      'Anneliese\n\nDer Kinderrucksack kam mit gerissenem Brustgurt an, ich hätte lieber einen anderen als mein Geld zurück.',
    language: 'de',
  },
  {
    subject: 'Mijn pakket',
    email_body: 'Fenna\n\nEr zit maar één espressokopje in de doos in plaats van vier.',
    language: 'nl',
  },
  {
    subject: 'My voucher',
    email_body: 'Rowan\n\nI left the company last month, is my voucher still valid?',
    language: 'en',
  },
] as const

/** Sends three questions from a holder. */
async function asked(stage: Stage) {
  const holder = await stage.arrive('/order-process')
  for (const question of QUESTIONS) {
    await holder.done('askService', { ...question, contact_email: 'robin@example.com' })
  }
}

async function thread(stage: Stage, look: { dark?: boolean }) {
  const { page } = stage
  await asked(stage)
  await inBackoffice(stage, '/backoffice/inbox?folder=all', { role: 'service', ...look })
  await page.locator('[data-row-link]').filter({ hasText: 'Anneliese' }).first().click()
  await page.locator('textarea').waitFor()
  await page
    .locator('textarea')
    .fill('Guten Tag Anneliese, ein neuer Rucksack geht heute noch auf den Weg.')
  await waitForIdle(page)
  await stage.shot('', { down: 1400 })
}

export const inboxScenes: Scenes = {
  async 'backoffice-inbox'(stage) {
    await asked(stage)
    await inBackoffice(stage, '/backoffice/inbox?folder=all', { role: 'service' })
    await stage.shot()
  },
  async 'backoffice-inbox-dark'(stage) {
    await inBackoffice(stage, '/backoffice/inbox?folder=all', { role: 'service', dark: true })
    await stage.shot()
  },
  'backoffice-inbox-thread': (stage) => thread(stage, {}),
  'backoffice-inbox-thread-dark': (stage) => thread(stage, { dark: true }),
}
