import { createHash } from 'node:crypto'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { test } from '#e2e/support/browser-test.ts'
import { optOutToken } from '#server/platform/crypto/opt-out-token.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** What an attacker who can run a line of script would try next; each outcome as the page's policy leaves it. */
const attempts = (page: Page) =>
  page.evaluate(() => {
    const thrown = (attempt: () => unknown) => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const box = document.createElement('p')
    document.body.append(box)
    const style = document.createElement('style')
    style.textContent = 'p { letter-spacing: 7px !important }'
    document.head.append(style)
    box.setAttribute('style', 'text-indent: 7px')
    const { letterSpacing, textIndent } = getComputedStyle(box)
    const outcome = {
      html: thrown(() => (box.innerHTML = '<b>x</b>')),
      parse: thrown(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      worker: thrown(() => new Worker('/assets/other.js')),
      script: thrown(() => (document.createElement('script').src = '/assets/other.js')),
      style: letterSpacing === '7px' || textIndent === '7px',
    }
    box.remove()
    return outcome
  })

const REFUSED = {
  html: 'TypeError',
  parse: 'TypeError',
  worker: 'TypeError',
  script: 'TypeError',
  style: false,
}

test('no page accepts HTML, scripts or styles from elsewhere than our own files (SAFE-13, S14)', async ({
  wide,
}) => {
  // The browser console reports each attempt.
  for (const told of ['TrustedHTML', 'TrustedScript', 'inline style']) {
    wide.expectConsoleError(told)
  }
  wide.expectConsoleError('401')
  for (const path of ['/login', '/faq', '/backoffice', '/employer']) {
    await wide.go(path)
    await wide.page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, await attempts(wide.page)]).toEqual([path, REFUSED])
  }
})

test('only styles whose hash is in the policy are allowed in a document (SAFE-13, S14)', async ({
  shop,
}) => {
  const holder = await shop.holder()
  const [person] = await shop.sql<{ id: string }[]>`
      insert into recipient (voucher_id, batch_id, name, email, added_at)
      select id, batch_id, 'Ann', 'ann@example.com', now() from voucher where id = ${holder.voucherId}
      returning id::text`
  const stop = optOutToken(shop.config.GIFTPOINT_PEPPER, person?.id ?? '')
  const addresses = [
    '/login',
    '/',
    '/faq',
    '/nowhere',
    `/reminders/stop/${stop}`,
    '/sandbox/mails',
    '/sandbox/parcels/3STEST1',
  ]
  for (const path of addresses) await stylesAllowed(shop, path)
  await shop.sql`update channel set state = 'closed' where id = '1014'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await expect.poll(async () => (await shop.request('/login')).status).toBe(503)
  await stylesAllowed(shop, '/login')
})

async function stylesAllowed(shop: TestShop, path: string) {
  const answer = await shop.request(path)
  const html = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style)
  expect([path, styles.length > 0, /\sstyle=/.test(html)]).toEqual([path, true, false])
  const hashes = styles.map((style) => createHash('sha256').update(style).digest('base64'))
  expect(policy).not.toContain('unsafe')
  expect(policy.match(/sha256-/g)?.length).toBe(hashes.length + (html.includes('<script ') ? 1 : 0))
  for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`)
}
