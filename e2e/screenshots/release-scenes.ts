import { waitForIdle } from '#e2e/support/network-idle.ts'
import { inBackoffice } from '#e2e/screenshots/backoffice-scenes.ts'
import type { Scenes, Stage } from '#e2e/screenshots/scene-setup.ts'

type Json = Record<string, unknown>

/** Calls the back-office API with the session of the page. */
const request = ({ page }: Stage, method: string, path: string, input?: Json) =>
  page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/backoffice/api${path}`, {
        method,
        headers: { 'x-backoffice': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body } : {}),
      })
      return (await response.json()) as Record<string, unknown>
    },
    [method, path, input ? JSON.stringify(input) : ''] as const,
  )

const TEXTS = [
  ['nl', 'Kies rustig. Wat je vóór 22 december bestelt, ligt er met kerst.'],
  ['en', 'Take your time. What you order before 22 December is there for Christmas.'],
  ['de', 'In Ruhe wählen: bis zum 22. Dezember bestellt, zu Weihnachten da.'],
] as const

/** A draft of three texts; `name` distinguishes the drafts of different scenes. */
async function draft(stage: Stage, name: string, key = 'searchPlaceholder') {
  const { id } = (await request(stage, 'POST', '/releases', { name })) as { id: string }
  await put(stage, id, key)
  return id
}

async function put(stage: Stage, id: string, key: string, more = '') {
  const page = (await request(stage, 'GET', '/content/headercomponents?channel=1014')) as {
    texts: { key: string; languages: { language: string; version: number }[] }[]
  }
  const versions = page.texts.find((text) => text.key === key)?.languages ?? []
  await request(stage, 'PUT', `/releases/${id}/changes`, {
    changes: TEXTS.map(([language, value]) => ({
      kind: 'content',
      key: { channel: '1014', path: 'headercomponents', field: 'text', key, language },
      base_version: versions.find((one) => one.language === language)?.version ?? 0,
      after: { value: value + more },
    })),
  })
}

async function show(stage: Stage, address: string) {
  await stage.go(address)
  await stage.page.locator('main#page h1').waitFor()
  await waitForIdle(stage.page)
}

/** The home page of the shop in the editor, where there is room for it, with one text chosen. */
async function editHome(stage: Stage, look: { dark?: boolean } = {}) {
  await inBackoffice(stage, '/backoffice/content/texts/homepagecomponents?channel=1014', look)
  const title = stage.page.frameLocator('iframe').locator('h1 ~ p [data-text], h1 ~ p[data-text]')
  if (await stage.page.locator('iframe').isVisible()) await title.first().click()
  await waitForIdle(stage.page)
}

/** Releases, versions and previews. */
export const releaseScenes: Scenes = {
  async 'backoffice-releases'(stage) {
    await inBackoffice(stage, '/backoffice')
    await draft(stage, 'Advent')
    const out = await draft(stage, 'Sinterklaas')
    await request(stage, 'POST', `/releases/${out}/publish`, {})
    const later = await draft(stage, 'Christmas 2026', 'wishlistLabel')
    await request(stage, 'POST', `/releases/${later}/publish`, {
      from: '2026-12-21T07:00',
      until: '2026-12-27T23:59',
    })
    await show(stage, '/backoffice/releases')
    await stage.shot()
  },
  async 'backoffice-release'(stage) {
    await inBackoffice(stage, '/backoffice')
    await show(stage, `/backoffice/releases/${await draft(stage, 'Advent', 'ordersLabel')}`)
    await stage.page.locator('input[placeholder*=":mm"]').first().fill('2027-03-28T02:30')
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-release-conflict-dark'(stage) {
    await inBackoffice(stage, '/backoffice', { dark: true })
    const id = await draft(stage, 'Advent', 'basketLabel')
    const other = await draft(stage, 'Sale', 'basketLabel')
    await put(stage, other, 'basketLabel', ' Nu extra voordelig.')
    await request(stage, 'POST', `/releases/${other}/publish`, {})
    await show(stage, `/backoffice/releases/${id}`)
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-release-live'(stage) {
    await inBackoffice(stage, '/backoffice')
    const id = await draft(stage, 'Advent', 'homeLabel')
    await request(stage, 'POST', `/releases/${id}/publish`, {})
    await show(stage, `/backoffice/releases/${id}`)
    await stage.shot('', { down: 2400 })
  },
  async 'backoffice-versions'(stage) {
    await inBackoffice(stage, '/backoffice')
    for (const more of ['', ' Echt waar.', ' Beloofd.']) {
      const id = await draft(stage, `Advent${more}`, 'languageLabel')
      await put(stage, id, 'languageLabel', more)
      await request(stage, 'POST', `/releases/${id}/publish`, {})
    }
    await show(
      stage,
      '/backoffice/content/versions?channel=1014&kind=content&subject=1014%20headercomponents%20nl%20text%20languageLabel',
    )
    await stage.shot()
  },
  async 'backoffice-preview'(stage) {
    await inBackoffice(stage, '/backoffice')
    const id = await draft(stage, 'Advent', 'searchLabel')
    await show(stage, `/backoffice/preview?channel=1014&points=8&releases=${id}`)
    await stage.page.frameLocator('iframe').locator('h1').waitFor()
    await waitForIdle(stage.page)
    await stage.shot('', { down: 900 })
  },
  async 'backoffice-preview-two'(stage) {
    await inBackoffice(
      stage,
      '/backoffice/preview?channel=1014&compare=yes&b.language=de&b.points=4',
    )
    for (const at of [0, 1]) {
      await stage.page.frameLocator('iframe').nth(at).locator('h1').waitFor()
    }
    await waitForIdle(stage.page)
    await stage.shot('', { down: 900 })
  },
  async 'backoffice-editor'(stage) {
    await editHome(stage)
    await stage.shot()
  },
  async 'backoffice-editor-dark'(stage) {
    await editHome(stage, { dark: true })
    await stage.shot()
  },
  async 'backoffice-preview-shop'(stage) {
    await inBackoffice(stage, '/backoffice')
    const id = await draft(stage, 'Advent', 'searchLabel')
    await stage.go(
      `/backoffice/preview/shop?channel=1014&points=8&releases=${id}&day=2026-12-21T18:00&zone=Europe/Amsterdam`,
    )
    await stage.page.locator('[data-preview]').waitFor()
    await waitForIdle(stage.page)
    await stage.shot()
  },
}
