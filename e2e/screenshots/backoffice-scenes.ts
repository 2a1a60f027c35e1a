import { waitForIdle } from '#e2e/support/network-idle.ts'
import type { Scenes, Stage } from '#e2e/screenshots/scene-setup.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'

type Look = { role?: string; dark?: boolean }

/** In at an address of the back office, as one of the six people of the demo world. */
export async function inBackoffice({ page, go }: Stage, path: string, look: Look = {}) {
  const { role = 'owner', dark = false } = look
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  await go(path)
  await page.locator('input[name=email]').fill(`${role}@giftpoint.example`)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('main#page h1').first().waitFor()
  await waitForIdle(page)
}

/** The holder of the demo world who has ordered before. */
async function aCase({ page }: Stage) {
  await page.locator('[data-list-search]').fill('1000001')
  const rows = page.locator('[data-row-link]')
  await rows.nth(1).waitFor({ state: 'detached' })
  await rows.first().click()
  await page.locator('#what-happened').waitFor()
  await waitForIdle(page)
}

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Back-office pages in light mode, and the fullest ones in dark mode too. */
export const backofficeScenes: Scenes = {
  async 'backoffice-sign-in'(stage) {
    await stage.go('/backoffice')
    await stage.page.locator('button[type=submit]').waitFor()
    await stage.shot()
  },
  async 'backoffice-sign-in-wrong-dark'(stage) {
    const { page } = stage
    await page.emulateMedia({ colorScheme: 'dark' })
    await stage.go('/backoffice')
    await page.locator('input[name=email]').fill('owner@giftpoint.example')
    await page.locator('input[name=password]').fill('not this one')
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').waitFor()
    await stage.shot()
  },
  async 'backoffice-home'(stage) {
    await inBackoffice(stage, '/backoffice')
    await stage.shot('', { down: 700 })
  },
  async 'backoffice-home-service'(stage) {
    await inBackoffice(stage, '/backoffice', { role: 'service' })
    await stage.shot()
  },
  async 'backoffice-order-dark'(stage) {
    await inBackoffice(stage, '/backoffice/orders/1002901', { dark: true })
    await stage.shot()
  },
  async 'backoffice-home-dark'(stage) {
    await inBackoffice(stage, '/backoffice', { role: 'merchandiser', dark: true })
    await stage.page.locator('[role=slider]').first().focus()
    await stage.shot()
  },
  async 'backoffice-reports'(stage) {
    await inBackoffice(stage, `/backoffice/reports?from=${daysAgo(29)}&to=${daysAgo(0)}`)
    await stage.shot('', { down: 900 })
  },
  async 'backoffice-reports-year-dark'(stage) {
    await inBackoffice(stage, `/backoffice/reports?from=${daysAgo(364)}&to=${daysAgo(0)}`, {
      dark: true,
    })
    await stage.page.locator('[data-metric]').first().waitFor()
    await stage.page.locator('figure [role=slider]').first().focus()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 900 })
  },
  async 'backoffice-campaign'(stage) {
    await inBackoffice(stage, '/backoffice/campaigns')
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.locator('[data-chart]').first().waitFor()
    await stage.shot()
  },
  async 'backoffice-figure-rows'(stage) {
    await inBackoffice(stage, `/backoffice/reports/paid?from=${daysAgo(24)}&to=${daysAgo(0)}`)
    await stage.shot()
  },
  async 'backoffice-staff'(stage) {
    await inBackoffice(stage, '/backoffice/staff')
    await stage.page.locator('[data-row-box]').first().check()
    await stage.page.locator('[data-row-box]').nth(2).check()
    await stage.shot()
  },
  async 'backoffice-staff-dark'(stage) {
    await inBackoffice(stage, '/backoffice/staff?role=owner,editor,reader&state=here&sort=-name', {
      dark: true,
    })
    await stage.page.locator('[data-row-link]').first().focus()
    await stage.shot()
  },
  async 'backoffice-none-fits'(stage) {
    await inBackoffice(stage, '/backoffice/staff?search=xyz')
    await stage.shot()
  },
  async 'backoffice-colleague'(stage) {
    await inBackoffice(stage, '/backoffice/staff')
    await stage.page.locator('[data-row-link]').nth(1).click()
    await stage.page.locator('form').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-invite'(stage) {
    await inBackoffice(stage, '/backoffice/staff/invite')
    await stage.shot()
  },
  async 'backoffice-tags'(stage) {
    await inBackoffice(stage, '/backoffice/tags')
    await stage.page.locator('button[aria-expanded]').nth(1).click()
    await stage.page.locator('form').waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-dimensions-dark'(stage) {
    await inBackoffice(stage, '/backoffice/options', { role: 'merchandiser', dark: true })
    await stage.page.locator('button[aria-expanded]').nth(1).click()
    await stage.page.locator('form').waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-brands'(stage) {
    await inBackoffice(stage, '/backoffice/brands')
    await stage.shot()
  },
  async 'backoffice-catalogue-changes-dark'(stage) {
    await inBackoffice(stage, '/backoffice/gifts/bulk-changes', { dark: true })
    await stage.shot()
  },
  async 'backoffice-shared-gift'(stage) {
    await inBackoffice(stage, '/backoffice/gifts', { role: 'merchandiser' })
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.locator('#texts').waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-audit'(stage) {
    await inBackoffice(stage, '/backoffice/audit')
    await stage.shot()
  },
  async 'backoffice-retention'(stage) {
    await inBackoffice(stage, '/backoffice/privacy')
    await stage.page.getByRole('table').nth(1).waitFor()
    await stage.shot('', { down: 900 })
  },
  async 'backoffice-retention-run'(stage) {
    await inBackoffice(stage, '/backoffice/privacy')
    await stage.page.getByRole('table').first().getByRole('button').first().click()
    await stage.page.locator('dl').first().waitFor()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 900 })
  },
  async 'backoffice-expired'(stage) {
    await inBackoffice(stage, '/backoffice/expired-points')
    await stage.shot()
  },
  async 'backoffice-account'(stage) {
    await inBackoffice(stage, '/backoffice/account')
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-account-dark'(stage) {
    await inBackoffice(stage, '/backoffice/account', { dark: true })
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-palette'(stage) {
    await inBackoffice(stage, '/backoffice/staff')
    await stage.page.keyboard.press('Control+k')
    await stage.page.getByRole('combobox').last().fill('em')
    await stage.page.getByRole('option', { name: /@/ }).first().waitFor()
    await stage.shot()
  },
  async 'backoffice-filter'(stage) {
    await inBackoffice(stage, '/backoffice/staff?role=owner', { dark: true })
    await stage.page.locator('[aria-expanded]').nth(2).click()
    await stage.shot()
  },
  async 'backoffice-session-ended'(stage) {
    await inBackoffice(stage, '/backoffice/staff')
    await stage.page.context().clearCookies()
    await stage.page.locator('[data-row-link]').nth(1).click()
    await stage.page.getByRole('dialog').waitFor()
    await stage.shot()
  },
  async 'backoffice-media'(stage) {
    await inBackoffice(stage, '/backoffice/media')
    await stage.page.locator('[data-row-link] img').first().waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-media-dark'(stage) {
    await inBackoffice(stage, '/backoffice/media?words=none', { dark: true, role: 'editor' })
    await stage.page.locator('[data-row-link] img').first().waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-picture'(stage) {
    await inBackoffice(stage, '/backoffice/media?used=yes&kind=photo')
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.getByRole('application').click({ position: { x: 90, y: 60 } })
    await waitForIdle(stage.page)
    await stage.shot('', { down: 1600 })
  },
  async 'backoffice-picture-dark'(stage) {
    await inBackoffice(stage, '/backoffice/media?used=yes&kind=photo', {
      dark: true,
      role: 'editor',
    })
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.getByRole('application').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 1600 })
  },
  async 'backoffice-choose-picture'(stage) {
    await inBackoffice(stage, '/backoffice/content/contactpagecomponents?channel=1014', {
      role: 'editor',
    })
    await stage.page
      .locator('[aria-label$=": Image at the top"], [aria-label$=": Afbeelding bovenaan"]')
      .first()
      .click()
    await stage.page.locator('dialog img').first().waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-channels'(stage) {
    await inBackoffice(stage, '/backoffice/channels')
    await stage.page.locator('[data-row-box]').first().check()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-channels-dark'(stage) {
    await inBackoffice(stage, '/backoffice/channels', { dark: true })
    await stage.shot()
  },
  async 'backoffice-channel'(stage) {
    await inBackoffice(stage, '/backoffice/channels/1014/theme')
    await stage.page.frameLocator('iframe').locator('h1').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('')
  },
  async 'backoffice-channel-dark'(stage) {
    await inBackoffice(stage, '/backoffice/channels/1014/theme', { dark: true })
    await stage.page.locator('#theme').waitFor()
    await stage.page.locator('#theme [data-anchor="theme.heading"]').fill('#c8d8e8')
    await waitForIdle(stage.page)
    await stage.shot('')
  },
  async 'backoffice-channel-reader'(stage) {
    await inBackoffice(stage, '/backoffice/channels/1014/theme', { role: 'reader' })
    await stage.page.frameLocator('iframe').locator('h1').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('')
  },
  async 'backoffice-channel-new'(stage) {
    await inBackoffice(stage, '/backoffice/channels/new')
    await stage.shot()
  },
  async 'backoffice-channels-change'(stage) {
    await inBackoffice(stage, '/backoffice/channels')
    await stage.page.locator('[data-row-box]').first().check()
    await stage.page.locator('[data-row-box]').nth(1).check()
    await stage.page.getByRole('button', { name: /Wijzig|Change/ }).click()
    await stage.page.getByRole('dialog').locator('input').fill('45')
    await stage.page.getByRole('dialog').locator('button[type=submit]').click()
    await stage.page.getByRole('dialog').locator('table').waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
  async 'backoffice-holders'(stage) {
    await inBackoffice(stage, '/backoffice/recipients', { role: 'service' })
    await stage.shot()
  },
  async 'backoffice-holder'(stage) {
    await inBackoffice(stage, '/backoffice/recipients', { role: 'service' })
    await aCase(stage)
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-holder-dark'(stage) {
    await inBackoffice(stage, '/backoffice/recipients', { role: 'owner', dark: true })
    await aCase(stage)
    await stage.page.keyboard.press('r')
    await stage.page.getByRole('dialog').waitFor()
    await stage.shot()
  },
  async 'backoffice-holder-points'(stage) {
    await inBackoffice(stage, '/backoffice/recipients', { role: 'service' })
    await aCase(stage)
    await stage.page.keyboard.press('g')
    await stage.page.getByRole('dialog').locator('input').fill('12')
    await stage.shot()
  },
  async 'backoffice-approvals'(stage) {
    await inBackoffice(stage, '/backoffice/approvals', { role: 'owner' })
    await stage.shot()
  },
  async 'backoffice-gifts'(stage) {
    await inBackoffice(stage, '/backoffice/gifts')
    await stage.page.locator('[data-row-box]').first().check()
    await stage.page.locator('[data-row-box]').nth(2).check()
    await stage.shot()
  },
  async 'backoffice-gift-dark'(stage) {
    await inBackoffice(stage, '/backoffice/gifts', { dark: true })
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.locator('#texts').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 4000 })
  },
  /** Two languages beside each other, several variants, and input that is not saved. */
  async 'backoffice-gift-compare'(stage) {
    await inBackoffice(stage, '/backoffice/gifts?search=duimsteun')
    await stage.page.locator('[data-row-link]').first().click()
    await stage.page.locator('#texts select').last().selectOption('de')
    await stage.page.locator('#texts input').first().fill('Mok met een brede duimsteun')
    await waitForIdle(stage.page)
    await stage.shot()
    await stage.shot('-whole', { down: 4000 })
  },
  async 'backoffice-gifts-change'(stage) {
    await inBackoffice(stage, '/backoffice/gifts/bulk-changes/new?brand=&search=a&all=yes&of=1')
    await stage.shot()
  },
  async 'backoffice-stock'(stage) {
    await inBackoffice(stage, '/backoffice/stock')
    await stage.shot()
  },
  async 'backoffice-coverage'(stage) {
    await inBackoffice(stage, '/backoffice/range-coverage?channel=1014')
    await stage.page.locator('table').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-import'(stage) {
    const { page } = stage
    await inBackoffice(stage, '/backoffice/imports')
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
    await waitForIdle(page)
    await stage.shot('', { down: 1200 })
  },
}
