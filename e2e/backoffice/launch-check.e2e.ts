import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { LAUNCH_FINDINGS } from '#contract/channels/launch-issues.ts'

type Finding = { kind: string; level: string; language: string | null }
type Findings = { findings: (Finding & { at: string; items: { at: string }[] })[] }

/** Issues that block the opening of a channel. For texts only its default language counts. */
const BLOCKING = [
  'contrast',
  'countries-unserved',
  'gifts-without-name',
  'legal-missing',
  'no-gifts',
  'none-in-reach',
  'sender-missing',
  'texts-fallback',
  'texts-missing',
]
const OWN_LANGUAGE: Record<string, string> = { '7201': 'fr', '7202': 'nl' }

/** A channel in which nearly everything is wrong, and one that sells nothing. */
async function troubledChannels(shop: TestShop) {
  const { sql } = shop
  await sql`
    insert into channel (id, name, default_language, theme_options, company, countries, home_delivery_allowed)
    values ('7201', 'Troubled', 'fr', '[{"reference": "heading", "value": "#c8d8e8"}]', '{}', '{NL,US}', true),
      ('7202', 'Empty', 'nl', '[]', '{}', '{NL}', false)`
  await sql`
    insert into content (channel_id, path, block, kind, key, language, value) values
      ('7201', 'homepagecomponents', '', 'text', 'onlyhere', 'nl', 'Alleen hier'),
      ('7201', 'homepagecomponents', '', 'text', 'german', 'de', 'Nur hier'),
      ('7201', 'homepagecomponents', '', 'url', 'nowhere', '', '/no-such-page'),
      ('7201', 'homepagecomponents', '', 'media', 'unsaid', '', 'picture.png')`
  await sql`delete from content where path = 'privacystatementcomponents'`
  await shop.gift({ channel: '7201', points: 20, inStock: 4 })
  const gone = await shop.gift({ channel: '7201', points: 200, inStock: 0 })
  await sql`delete from product_text where product_id = ${gone.sku}`
}

test('each issue of the launch check links to its page and focuses the field (DESK-22)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  await troubledChannels(shop)
  const owner = await staffClient(shop)
  await owner.signIn()
  wide.expectConsoleError('401')
  // A missing image.
  wide.expectConsoleError('404')
  const places = new Map<string, { channel: string; at: string }>()
  for (const channel of ['7201', '7202']) {
    const { findings } = await jsonOf<Findings>(
      await owner.request('GET', `/backoffice/api/channels/${channel}/launch-check`),
    )
    for (const { kind, level, language, at, items } of findings) {
      const own = language === null || language === OWN_LANGUAGE[channel]
      const blocks = BLOCKING.includes(kind) && own
      expect([kind, language, level]).toEqual([kind, language, blocks ? 'bad' : 'warn'])
      if (!places.has(kind)) places.set(kind, { channel, at })
      const [first] = items
      // Where a finding leads to a list, what it names leads further.
      if (first && at.endsWith('#list')) places.set(`${kind} one`, { channel, at: first.at })
    }
  }
  const kinds = [...places.keys()].filter((kind) => !kind.endsWith(' one'))
  expect(kinds.sort()).toEqual([...LAUNCH_FINDINGS].sort())

  await signInAsStaff(wide, 'nl', '/backoffice/channels/7201', owner)
  let shown = '7201'
  for (const [kind, { channel, at }] of places) {
    const { pathname } = new URL(page.url())
    if (pathname !== `/backoffice/channels/${channel}` || shown !== channel) {
      await page.goto(wide.url(`/backoffice/channels/${channel}`))
      shown = channel
    }
    await page.locator('#check li').first().waitFor()
    const closed = page.locator('#check [aria-expanded=false]')
    while ((await closed.count()) > 0) await closed.first().click()
    await page.locator(`#check a[href="${at}"]`).first().click()
    const name = decodeURIComponent(new URL(at, wide.url('/')).hash.slice(1))
    const focused = () =>
      page.evaluate((anchor) => {
        const { activeElement: field } = document
        const escaped = CSS.escape(anchor)
        const place = field?.closest(`[data-anchor~="${escaped}"], #${escaped}`)
        const isField = field?.matches('input, select, textarea, button, [role=textbox]')
        return place && isField ? 'a field' : (field?.outerHTML.slice(0, 120) ?? 'nothing')
      }, name)
    await expect
      .poll(async () => ({ kind, at, focused: await focused() }))
      .toEqual({ kind, at, focused: 'a field' })
    await page.goBack()
  }

  // The approver's view of the issues.
  const version = (
    await jsonOf<{ version: number }>(await owner.request('GET', '/backoffice/api/channels/7201'))
  ).version
  await shop.sql`update channel set state = 'making' where id = '7201'`
  const asked = await owner.request('POST', '/backoffice/api/channels/7201/opening', {
    version,
    override: [...LAUNCH_FINDINGS],
    reason: 'The opening day',
  })
  expect(asked.status).toBe(200)
  const [approval] = await shop.sql<{ id: number }[]>`
      select id from approval where kind = 'channel.open' and subject_id = '7201'`
  await page.goto(wide.url(`/backoffice/approvals/${approval?.id}`))
  await expectVisible(
    page.getByRole('heading', {
      level: 1,
      name: nl('approval.kind.channel.open', { subject: 'Troubled' }),
    }),
  )
  await expectVisible(page.getByText(nl('approval.red.contrast')))
  await expectVisible(page.getByRole('link', { name: 'Troubled' }))
  await expectNoAxeViolations(page)
})
