import { atRest } from '#e2e/support/network-idle.ts'
import type { Scenes, Stage } from '#e2e/screenshots/scene-setup.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'

type Look = { role?: string; dark?: boolean }

/** In at an address of the desk, as one of the six people of the demo world. */
export async function atDesk({ page, go }: Stage, path: string, look: Look = {}) {
  const { role = 'owner', dark = false } = look
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  await go(path)
  await page.locator('input[name=email]').fill(`${role}@giftpoint.example`)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('main#page h1').waitFor()
  await atRest(page)
}

/** The holder of the demo world who has ordered before. */
async function aCase({ page }: Stage) {
  await page.locator('[data-list-search]').fill('1000001')
  const rows = page.locator('[data-row-link]')
  await rows.nth(1).waitFor({ state: 'detached' })
  await rows.first().click()
  await page.locator('#what-happened').waitFor()
  await atRest(page)
}

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Pages of the desk, light, and dark where much of it is to be seen. */
export const deskScenes: Scenes = {
  async 'desk-sign-in'(stage) {
    await stage.go('/desk')
    await stage.page.locator('button[type=submit]').waitFor()
    await stage.shot()
  },
  async 'desk-sign-in-wrong-dark'(stage) {
    const { page } = stage
    await page.emulateMedia({ colorScheme: 'dark' })
    await stage.go('/desk')
    await page.locator('input[name=email]').fill('owner@giftpoint.example')
    await page.locator('input[name=password]').fill('not this one')
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').waitFor()
    await stage.shot()
  },
  async 'desk-today'(stage) {
    await atDesk(stage, '/desk', { role: 'reader' })
    await stage.shot()
  },
  async 'desk-figures'(stage) {
    await atDesk(stage, `/desk/figures?from=${daysAgo(24)}&to=${daysAgo(0)}`)
    await stage.shot('', { down: 900 })
  },
  async 'desk-figures-dark'(stage) {
    await atDesk(stage, `/desk/figures?from=${daysAgo(24)}&to=${daysAgo(0)}`, { dark: true })
    await stage.page.locator('summary').first().click()
    await stage.shot('', { down: 900 })
  },
  async 'desk-figure-rows'(stage) {
    await atDesk(stage, `/desk/figures/paid?from=${daysAgo(24)}&to=${daysAgo(0)}`)
    await stage.shot()
  },
  async 'desk-staff'(stage) {
    await atDesk(stage, '/desk/staff')
    await stage.page.locator('[data-row-box]').first().check()
    await stage.page.locator('[data-row-box]').nth(2).check()
    await stage.shot()
  },
  async 'desk-staff-dark'(stage) {
    await atDesk(stage, '/desk/staff?role=owner,editor,reader&state=here&sort=-name', {
      dark: true,
    })
    await stage.page.locator('[data-row-link]').first().focus()
    await stage.shot()
  },
  async 'desk-none-fits'(stage) {
    await atDesk(stage, '/desk/staff?search=xyz')
    await stage.shot()
  },
  async 'desk-colleague'(stage) {
    await atDesk(stage, '/desk/staff')
    await stage.page.locator('[data-row-link]').nth(1).click()
    await stage.page.locator('form').waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 2400 })
  },
  async 'desk-invite'(stage) {
    await atDesk(stage, '/desk/staff/invite')
    await stage.shot()
  },
  async 'desk-tags'(stage) {
    await atDesk(stage, '/desk/tags')
    await stage.page.locator('button[aria-expanded]').nth(1).click()
    await stage.page.locator('form').waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-dimensions-dark'(stage) {
    await atDesk(stage, '/desk/dimensions', { role: 'merchandiser', dark: true })
    await stage.page.locator('button[aria-expanded]').nth(1).click()
    await stage.page.locator('form').waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-brands'(stage) {
    await atDesk(stage, '/desk/brands')
    await stage.shot()
  },
  async 'desk-catalogue-changes-dark'(stage) {
    await atDesk(stage, '/desk/gifts/changes', { dark: true })
    await stage.shot()
  },
  async 'desk-shared-gift'(stage) {
    await atDesk(stage, '/desk/gifts', { role: 'merchandiser' })
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.locator('#texts').waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-audit'(stage) {
    await atDesk(stage, '/desk/audit')
    await stage.shot()
  },
  async 'desk-retention'(stage) {
    await atDesk(stage, '/desk/retention')
    await stage.page.getByRole('table').nth(1).waitFor()
    await stage.shot('', { down: 900 })
  },
  async 'desk-retention-run'(stage) {
    await atDesk(stage, '/desk/retention')
    await stage.page.getByRole('table').first().getByRole('button').first().click()
    await stage.page.locator('dl').first().waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 900 })
  },
  async 'desk-expired'(stage) {
    await atDesk(stage, '/desk/expired')
    await stage.shot()
  },
  async 'desk-account'(stage) {
    await atDesk(stage, '/desk/account')
    await stage.shot('', { down: 2400 })
  },
  async 'desk-account-dark'(stage) {
    await atDesk(stage, '/desk/account', { dark: true })
    await stage.shot('', { down: 2400 })
  },
  async 'desk-palette'(stage) {
    await atDesk(stage, '/desk/staff')
    await stage.page.keyboard.press('Control+k')
    await stage.page.getByRole('combobox').last().fill('em')
    await stage.page.getByRole('option', { name: /@/ }).first().waitFor()
    await stage.shot()
  },
  async 'desk-filter'(stage) {
    await atDesk(stage, '/desk/staff?role=owner', { dark: true })
    await stage.page.locator('[aria-expanded]').nth(2).click()
    await stage.shot()
  },
  async 'desk-session-ended'(stage) {
    await atDesk(stage, '/desk/staff')
    await stage.page.context().clearCookies()
    await stage.page.locator('[data-row-link]').nth(1).click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.shot()
  },
  async 'desk-media'(stage) {
    await atDesk(stage, '/desk/media')
    await stage.page.locator('[data-row-link] img').first().waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-media-dark'(stage) {
    await atDesk(stage, '/desk/media?words=none', { dark: true, role: 'editor' })
    await stage.page.locator('[data-row-link] img').first().waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-picture'(stage) {
    await atDesk(stage, '/desk/media?used=yes&kind=photo')
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.getByRole('application').click({ position: { x: 90, y: 60 } })
    await atRest(stage.page)
    await stage.shot('', { down: 1600 })
  },
  async 'desk-picture-dark'(stage) {
    await atDesk(stage, '/desk/media?used=yes&kind=photo', { dark: true, role: 'editor' })
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.getByRole('application').waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 1600 })
  },
  async 'desk-choose-picture'(stage) {
    await atDesk(stage, '/desk/content/contactpagecomponents?channel=1014', { role: 'editor' })
    await stage.page
      .locator('[aria-label$=": Banner"], [aria-label$=": Beeld bovenaan"]')
      .first()
      .click()
    await stage.page.locator('dialog img').first().waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-channels'(stage) {
    await atDesk(stage, '/desk/channels')
    await stage.page.locator('[data-row-box]').first().check()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-channels-dark'(stage) {
    await atDesk(stage, '/desk/channels', { dark: true })
    await stage.shot()
  },
  async 'desk-channel'(stage) {
    await atDesk(stage, '/desk/channels/1014')
    await stage.page.locator('#theme').waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 3200 })
  },
  async 'desk-channel-dark'(stage) {
    await atDesk(stage, '/desk/channels/1014', { dark: true })
    await stage.page.locator('#theme').waitFor()
    await stage.page.locator('#theme input').nth(2).fill('#c8d8e8')
    await atRest(stage.page)
    await stage.shot('', { down: 3200 })
  },
  async 'desk-channel-reader'(stage) {
    await atDesk(stage, '/desk/channels/1014', { role: 'reader' })
    await stage.page.locator('#theme').waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 3200 })
  },
  async 'desk-channel-new'(stage) {
    await atDesk(stage, '/desk/channels/new')
    await stage.shot()
  },
  async 'desk-channels-change'(stage) {
    await atDesk(stage, '/desk/channels')
    await stage.page.locator('[data-row-box]').first().check()
    await stage.page.locator('[data-row-box]').nth(1).check()
    await stage.page.getByRole('button', { name: /Wijzig|Change/ }).click()
    await stage.page.getByRole('dialog').locator('input').fill('45')
    await stage.page.getByRole('dialog').locator('button[type=submit]').click()
    await stage.page.getByRole('dialog').locator('table').waitFor()
    await atRest(stage.page)
    await stage.shot()
  },
  async 'desk-holders'(stage) {
    await atDesk(stage, '/desk/holders', { role: 'service' })
    await stage.shot()
  },
  async 'desk-holder'(stage) {
    await atDesk(stage, '/desk/holders', { role: 'service' })
    await aCase(stage)
    await stage.shot('', { down: 2400 })
  },
  async 'desk-holder-dark'(stage) {
    await atDesk(stage, '/desk/holders', { role: 'owner', dark: true })
    await aCase(stage)
    await stage.page.keyboard.press('r')
    await stage.page.getByRole('dialog').waitFor()
    await stage.shot()
  },
  async 'desk-holder-points'(stage) {
    await atDesk(stage, '/desk/holders', { role: 'service' })
    await aCase(stage)
    await stage.page.keyboard.press('g')
    await stage.page.getByRole('dialog').locator('input').fill('12')
    await stage.shot()
  },
  async 'desk-approvals'(stage) {
    await atDesk(stage, '/desk/approvals', { role: 'owner' })
    await stage.shot()
  },
  async 'desk-gifts'(stage) {
    await atDesk(stage, '/desk/gifts')
    await stage.page.locator('[data-row-box]').first().check()
    await stage.page.locator('[data-row-box]').nth(2).check()
    await stage.shot()
  },
  async 'desk-gift-dark'(stage) {
    await atDesk(stage, '/desk/gifts', { dark: true })
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.locator('#texts').waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 4000 })
  },
  async 'desk-gifts-change'(stage) {
    await atDesk(stage, '/desk/gifts/change?brand=&search=a&all=yes&of=1')
    await stage.shot()
  },
  async 'desk-stock'(stage) {
    await atDesk(stage, '/desk/stock')
    await stage.shot()
  },
  async 'desk-coverage'(stage) {
    await atDesk(stage, '/desk/coverage?channel=1014')
    await stage.page.locator('table').waitFor()
    await atRest(stage.page)
    await stage.shot('', { down: 2400 })
  },
  async 'desk-import'(stage) {
    const { page } = stage
    await atDesk(stage, '/desk/imports')
    await page.locator('header button').last().click()
    await page.locator('dialog select').selectOption('prices')
    await page.locator('dialog input[type=file]').setInputFiles({
      name: 'winter.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'sku;points 1014;note\namphora-vase;8,00;a\nbread-board;7;b\nno-such;9;c\ncast-teapot;6,5;d\n',
      ),
    })
    await page.locator('dialog button[type=submit]').click()
    await page.locator('section table').waitFor()
    await atRest(page)
    await stage.shot('', { down: 1200 })
  },
}
