import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { pages } from '#contract/content/page-table.ts'
import { optOutToken } from '#server/platform/crypto/opt-out-token.ts'
import { releaseClient, type ReleaseClient } from '#server/testing/clients/release-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** Runs a script in a browser wherever it is taken for markup. It has no braces, because braces mark placeholders. */
const EVIL = `</title>"'><img src=evil onerror=alert(1)><svg onload=alert(2)></svg><script>alert(3)</script>`
const RICH = `<p>Gewoon ${EVIL}<a href="javascript:alert(4)" onclick="alert(5)">hier</a></p>`

/** A missing image fails within this time. */
const SOON_MS = 150

type Json = Record<string, unknown>
type Text = {
  block: string
  field: string
  key: string
  languages: { language: string; version: number }[]
}
type Change = { kind: string; key: Json; base_version: number; after: Json }
type ContentNode = { key: Json; version: number; value: Json | null }

/** Every text, sentence, item, tile and field of the channel with it in, as far as the back office takes it. */
async function everything(backoffice: ReleaseClient, channel: string): Promise<Change[]> {
  const read = async <Body>(path: string) => (await backoffice.request<Body>('GET', path)).body
  const list = await read<{ pages: { path: string }[] }>(`/content?channel=${channel}`)
  const changes: Change[] = []
  for (const { path } of list.pages) {
    const page = await read<{ texts: Text[] }>(`/content/${path}?channel=${channel}`)
    for (const { block, field, key, languages } of page.texts) {
      if (field !== 'text' && field !== 'area') continue
      // A component also holds the sentences of mails, which are changed as such.
      if (key.startsWith('mail_')) continue
      const nl = languages.find(({ language }) => language === 'nl')
      changes.push({
        kind: 'content',
        key: { channel, path, block, field, key, language: 'nl' },
        base_version: nl?.version ?? 0,
        after: { value: field === 'area' ? RICH : `${key} ${EVIL}` },
      })
    }
  }
  const mails = await read<{ texts: (Text & { mail: string })[] }>(`/mails?channel=${channel}`)
  for (const { mail, key, languages } of mails.texts) {
    changes.push({
      kind: 'mail',
      key: { channel, mail, key, language: 'nl' },
      base_version: languages.find(({ language }) => language === 'nl')?.version ?? 0,
      after: { value: `${key} ${EVIL}` },
    })
  }
  const fields = await read<{ fields: ContentNode[] }>(`/channel-fields?channel=${channel}`)
  for (const { key, version, value } of fields.fields) {
    if (typeof value?.['value'] !== 'string') continue
    changes.push({ kind: 'channel', key, base_version: version, after: { value: EVIL } })
  }
  return changes
}

/** Saves the changes that the back office accepts and returns the refused ones. */
async function putAll(backoffice: ReleaseClient, id: string, changes: Change[]) {
  const refused: string[] = []
  const put = async (some: Change[]): Promise<void> => {
    const { status } = await backoffice.request('PUT', `/releases/${id}/changes`, { changes: some })
    if (status === 200) return
    if (some.length === 1) {
      refused.push(String(some[0]?.key['key'] ?? some[0]?.key['field']))
      return
    }
    const half = Math.ceil(some.length / 2)
    await put(some.slice(0, half))
    await put(some.slice(half))
  }
  for (let at = 0; at < changes.length; at += 400) await put(changes.slice(at, at + 400))
  return refused
}

/** No stored text becomes an element or an event handler. */
async function holdsNone(page: Page) {
  const found = await page.evaluate(() => {
    const marks =
      'img[src="evil"], [onerror], [onload], [onclick], svg[onload], a[href^="javascript:"]'
    const scripts = [...document.scripts].filter(
      ({ type, text }) => type !== 'application/json' && /alert\(\d\)/.test(text),
    )
    return [...document.querySelectorAll(marks), ...scripts].map((one) =>
      one.outerHTML.slice(0, 200),
    )
  })
  expect(found).toEqual([])
}

/** Written once for this file's shop. */
let done: ReturnType<typeof write> | undefined

async function write(shop: TestShop) {
  const backoffice = await releaseClient(shop)
  await shop.sql`update staff set name = ${EVIL}, language = 'nl' where id = ${backoffice.guest.staffId}`
  const id = await backoffice.draft(EVIL)
  const changes = await everything(backoffice, '1014')
  expect(changes.length).toBeGreaterThan(300)
  const refused = await putAll(backoffice, id, changes)
  // Nearly all changes are texts, and a text may contain anything.
  expect(refused.length).toBeLessThan(changes.length / 10)
  for (const kind of ['navigation', 'tile'] as const) {
    await backoffice.request('POST', `/releases/${id}/fork-menu`, { channel: '1014', kind })
  }
  const { body: menus } = await backoffice.request<
    Record<
      string,
      { items: (ContentNode & { change: { after: Json; change_version: number } | null })[] }
    >
  >('GET', `/menus?channel=1014&release=${id}`)
  for (const [kind, things] of [
    ['navigation', menus['navigation']?.items ?? []],
    ['tile', menus['tiles']?.items ?? []],
  ] as const) {
    for (const { key, change } of things) {
      const texts =
        kind === 'tile' ? { title: { nl: EVIL }, firstText: { nl: EVIL } } : { nl: EVIL }
      const { status } = await backoffice.request('PUT', `/releases/${id}/changes`, {
        kind,
        key,
        base_version: 0,
        change_version: change?.change_version,
        after: { ...change?.after, texts },
      })
      expect([key, status]).toEqual([key, 200])
    }
  }
  expect((await backoffice.publish(id)).body).toMatchObject({ release: { state: 'live' } })
  await backoffice.request('POST', '/saved-views', {
    page: 'releases',
    name: EVIL.slice(0, 80),
    shared: true,
    state: '?state=live',
  })
  const waiting = await backoffice.draft(EVIL)
  await shop.shop.changeEvents.poll()

  const gift = await shop.gift({ points: 5, name: EVIL })
  const { holder, number } = await sampleOrder(shop, {
    gifts: [gift],
    holder: await shop.holder({ points: 20, firstName: EVIL.slice(0, 60) }),
  })
  await shop.shop.jobs.drain()
  return { backoffice, id, waiting, gift, holder, number }
}

/** Records every browser dialog that a page opens. */
function dialogsOf({ context }: Visit): string[] {
  const dialogs: string[] = []
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}

test('a script stored in every text and name that the back office writes runs nowhere in the shop (DESK-21)', async ({
  phone,
  shop,
}) => {
  const dialogs = dialogsOf(phone)
  const { gift, holder, number } = await (done ??= write(shop))
  await phone.go('/login')
  await expectVisible(phone.page.locator('main'))
  await holdsNone(phone.page)
  await phone.openAs(holder.code)
  const steps: Record<string, string> = { ':scpId': gift.sku, ':orderNumber': number }
  for (const { path } of pages) {
    if (path === '*' || path === '/login' || path.includes(':pageId')) continue
    const address = path.replace(/:\w+/, (name) => steps[name] ?? '')
    await phone.go(address)
    await expectVisible(phone.page.locator('main'))
    await waitForIdle(phone.page, SOON_MS)
    await holdsNone(phone.page)
  }
  expect(dialogs).toEqual([])
})

test('a stored script does not run in mails or in the back office, which cannot be framed (DESK-4, DESK-21)', async ({
  wide,
  phone,
  shop,
}) => {
  const dialogs = [dialogsOf(wide), dialogsOf(phone)]
  const { backoffice, id, waiting, holder } = await (done ??= write(shop))
  const mails = await shop.sql<{ html: string }[]>`select html from sandbox_mail`
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.some(({ html }) => html.includes('&lt;img src=evil'))).toBe(true)
  for (const { html } of mails) {
    // A mailbox that runs every script in a mail.
    await phone.go('/health/live')
    await phone.page.setContent(html)
    await holdsNone(phone.page)
  }

  // Pages outside the shop's app: unsubscribe from reminders, and a closed channel.
  const [person] = await shop.sql<{ id: string }[]>`
      insert into recipient (voucher_id, batch_id, name, email, added_at)
      select id, batch_id, ${EVIL}, 'evil@example.com', now() from voucher where id = ${holder.voucherId}
      returning id::text`
  const stop = optOutToken(shop.config.GIFTPOINT_PEPPER, person?.id ?? '')
  await phone.go(`/reminders/stop/${stop}`)
  await expectVisible(phone.page.getByRole('button'))
  await holdsNone(phone.page)
  const stands = async (state: string) => {
    await shop.sql`update channel set state = ${state} where id = '1014'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()
  }
  await stands('closed')
  phone.expectConsoleError('503')
  await phone.go('/')
  await expectVisible(phone.page.getByText('alert(3)').first())
  await holdsNone(phone.page)
  await stands('open')

  // The back office.
  wide.expectConsoleError('401')
  await signInAsStaff(wide, 'nl', '/backoffice', backoffice.guest)
  const subject = encodeURIComponent('1014 headercomponents nl text basketLabel')
  for (const address of [
    '/backoffice',
    '/backoffice/releases',
    `/backoffice/releases/${id}`,
    `/backoffice/releases/${waiting}`,
    `/backoffice/content/versions?channel=1014&kind=content&subject=${subject}`,
    '/backoffice/preview?channel=1014',
    '/backoffice/staff',
    `/backoffice/staff/${backoffice.guest.staffId}`,
    '/backoffice/audit',
    '/backoffice/account',
  ]) {
    await wide.go(address)
    await expectVisible(wide.page.getByRole('heading', { level: 1 }))
    await waitForIdle(wide.page, SOON_MS)
    await holdsNone(wide.page)
  }
  expect(dialogs.flat()).toEqual([])

  // Frames of the back office and of the shop stay empty (DESK-4).
  for (const address of ['/backoffice', '/backoffice/releases', '/']) {
    const { headers } = await shop.request(address)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  }
})
