import { afterAll, beforeAll, expect, it } from 'vitest'

import { createClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { hashAllRows } from '#server/testing/database/all-rows.ts'
import {
  createText,
  headerText,
  releaseClient,
  type ReleaseClient,
  shownText,
} from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let backoffice: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  backoffice = await releaseClient(shop, 'editor')
})
afterAll(() => shop.stop())

const fetchWithToken = (token: string, path: string, init: RequestInit = {}) =>
  fetch(shop.url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

async function preview(input: Record<string, unknown>, by = backoffice) {
  const { status, body } = await by.request<{ token: string; session: Record<string, unknown> }>(
    'POST',
    '/previews',
    { channel: '1014', ...input },
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { token } = body
  const client = createClient({
    base: shop.url,
    token: () => token,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return { status: response.status, headers: response.headers, text: () => response.text() }
    },
  })
  return {
    token,
    session: body.session,
    text: async (key: string) => {
      const answer = await client.call('component', { path: 'headercomponents', language: 'nl' })
      if (refused(answer)) return undefined
      const own = answer.response.blocks.find(({ code }) => code === 'page')
      return own?.custom_fields.find((field) => field.key === key)?.value_string
    },
    gifts: async () => {
      const answer = await client.call('products', { language: 'nl' })
      return refused(answer) ? [] : answer.response.map(({ SCP }) => SCP)
    },
    gift: async (scpId: string) => client.call('product', { scpId, language: 'nl' }),
    menu: async () => {
      const answer = await client.call('navigation', { language: 'nl' })
      return refused(answer) ? [] : answer.response.navItems.map(({ title }) => title)
    },
  }
}

it('previews a release with chosen points, date and sold-out gift, writes nothing and stays invisible to holders (DESK-18)', async () => {
  const cheap = await shop.gift({ points: 6, inStock: 9, name: 'Goedkoop' })
  const dear = await shop.gift({ points: 60, inStock: 9, name: 'Duur' })
  const id = await backoffice.draft('Not out yet')
  await createText(shop, headerText('seen'))
  const changed = await backoffice.request('PUT', `/releases/${id}/changes`, {
    changes: [
      { kind: 'content', key: headerText('seen'), base_version: 0, after: { value: 'Eerst zien' } },
      {
        kind: 'channel',
        key: { channel: '1014', field: 'theme.active' },
        base_version: 0,
        after: { value: '#0a0b0c' },
      },
    ],
  })
  expect(changed.status).toBe(200)
  await backoffice.request('POST', `/releases/${id}/fork-menu`, {
    channel: '1014',
    kind: 'navigation',
  })
  await backoffice.request('PUT', `/releases/${id}/changes`, {
    kind: 'navigation',
    key: { channel: '1014', id: 'brand-new' },
    base_version: 0,
    after: { position: 0, texts: { nl: 'Gloednieuw' } },
  })
  const later = await backoffice.draft('Scheduled')
  await backoffice.putChange(later, { key: headerText('onTheDay'), after: { value: 'Op de dag' } })
  const day = new Date(shop.clock.now().getTime() + 3 * 86_400_000)
  const hours = (count: number) => new Date(day.getTime() + count * 3_600_000).toISOString()
  await backoffice.publish(later, { from: hours(-1), until: hours(1) })

  const holder = await shop.holder({ points: 20 })
  const list = async () => {
    const answer = await holder.done('products', { language: 'nl' })
    return JSON.stringify(answer)
  }
  const kept = [await list(), await shownText(shop, headerText('seen'))]

  const seen = await preview({
    release: id,
    points: 8,
    date: day.toISOString(),
    sold_out: [cheap.sku],
  })
  const before = await hashAllRows(shop.sql)
  expect(await seen.text('seen')).toBe('Eerst zien')
  expect(await seen.text('onTheDay')).toBe('Op de dag')
  expect((await seen.menu())[0]).toBe('Gloednieuw')
  expect(JSON.stringify(seen.session['corporate_identity'])).toContain('#0a0b0c')
  expect(seen.session['shoppingcart']).toMatchObject({ available_points: 8 })
  const gifts = await seen.gifts()
  expect(gifts).toContain(cheap.sku)
  expect(gifts).not.toContain(dear.sku)
  const soldOut = await seen.gift(cheap.sku)
  expect(JSON.stringify(soldOut)).toMatch(/sold[-_ ]?out|uitverkocht/i)

  const navigation = await fetchWithToken(seen.token, '/rest/hcms/navigation')
  expect(navigation.headers.get('x-preview')).toBe('true')
  expect(navigation.headers.get('cache-control')).toContain('private')
  for (const path of ['shopping_cart_get', 'wishlist', 'orders', 'exact_fit']) {
    expect([path, (await fetchWithToken(seen.token, `/rest/${path}`)).status]).toEqual([path, 200])
  }
  const writes = await Promise.all([
    fetchWithToken(seen.token, '/rest/shopping_cart', {
      method: 'POST',
      body: JSON.stringify({ cart_guid: null, spli_id: cheap.spliId, quantity: 1 }),
    }),
    fetchWithToken(seen.token, '/rest/wishlistitemadd', {
      method: 'POST',
      body: JSON.stringify({ spli_id: cheap.spliId }),
    }),
    fetchWithToken(seen.token, '/rest/convert_cart', { method: 'PUT', body: '{}' }),
    fetchWithToken(seen.token, '/proxy/payments', { method: 'POST', body: '{}' }),
    fetchWithToken(seen.token, '/rest/service_request', { method: 'POST', body: '{}' }),
  ])
  expect(writes.map(({ status }) => status)).toEqual(Array(5).fill(403))
  expect((await fetchWithToken(seen.token, '/backoffice/api/session')).status).toBe(401)
  expect(await hashAllRows(shop.sql)).toEqual(before)

  // Holders see the live shop, also with their cached responses.
  expect([await list(), await shownText(shop, headerText('seen'))]).toEqual(kept)
  const anonymous = await shop.request('/rest/hcms/navigation?sales_channel=1014&language=nl')
  expect(await anonymous.text()).not.toContain('Gloednieuw')
  const detail = await holder.done('product', { scpId: cheap.sku, language: 'nl' })
  expect(JSON.stringify(detail)).not.toMatch(/sold[-_ ]?out"|uitverkocht/i)

  // A release that has ended at the date of the preview is not shown.
  const afterEnd = await preview({ date: hours(2) })
  expect(await afterEnd.text('onTheDay')).not.toBe('Op de dag')

  // With several releases the last one overrides the others. Gifts are found by their names.
  const above = await backoffice.draft('Above')
  await backoffice.putChange(above, { key: headerText('seen'), after: { value: 'Erboven' } })
  const both = await preview({ releases: [id, above] })
  expect([await both.text('seen'), (await both.menu())[0]]).toEqual(['Erboven', 'Gloednieuw'])
  const choices = await backoffice.request(
    'GET',
    `/previews/choices?channel=1014&search=goedk&chosen=${dear.sku}`,
  )
  expect(choices.body).toMatchObject({
    time_zone: 'Europe/Amsterdam',
    gifts: [{ sku: cheap.sku, name: 'Goedkoop', points: 6 }],
    chosen: [{ sku: dear.sku, name: 'Duur' }],
  })

  // A change saved a moment ago is visible.
  await backoffice.putChange(id, { key: headerText('seen'), after: { value: 'Net getypt' } })
  expect(await seen.text('seen')).toBe('Net getypt')
  // Live changes made after the preview's creation are visible too.
  await (await releaseClient(shop)).write('Live', headerText('live'), 'Voor iedereen')
  await shop.shop.changeEvents.poll()
  expect([await seen.text('live'), await seen.text('seen')]).toEqual([
    'Voor iedereen',
    'Net getypt',
  ])
})

it('requires back office rights, and expires after 30 minutes, with its session or when its token is altered (DESK-18)', async () => {
  const reader = await releaseClient(shop, 'reader')
  const plain = await preview({ points: 3 }, reader)
  expect(await plain.text('pointsLabel')).toBeDefined()
  const composed = await reader.request('POST', '/previews', { channel: '1014', sold_out: ['x'] })
  expect(composed.status).toBe(403)
  expect((await reader.request('POST', '/previews', { channel: '2001' })).status).toBe(404)
  const owner = await releaseClient(shop)
  const unknown = await owner.request('POST', '/previews', { channel: '1014', sold_out: ['x'] })
  expect(unknown).toMatchObject({ status: 400, body: { error: { field: 'sold_out' } } })
  const foreign = await owner.draft('Elsewhere')
  await owner.putChange(foreign, { key: headerText('x', 'nl', '2001'), after: { value: 'x' } })
  const elsewhere = await backoffice.request('POST', '/previews', {
    channel: '1014',
    release: foreign,
  })
  expect(elsewhere.status).toBe(404)

  const statusOf = async (token: string) => (await fetchWithToken(token, '/rest/wishlist')).status
  const { token } = plain
  expect(await statusOf(token)).toBe(200)
  const [head = '', mac = ''] = token.slice(4).split('.')
  const look = JSON.parse(Buffer.from(head, 'base64url').toString()) as object
  const richer = Buffer.from(JSON.stringify({ ...look, points: 99 })).toString('base64url')
  expect([await statusOf(`gpp_${richer}.${mac}`), await statusOf(`gpp_${head}.`)]).toEqual([
    401, 401,
  ])
  await reader.request('DELETE', '/session')
  expect(await statusOf(token)).toBe(401)

  const short = await preview({}, owner)
  // A preview created with an API token ends with the token, and each one with its creator's access.
  const program = await owner.request<{ id: string; token: string }>('POST', '/tokens', {
    name: 'A program',
    permissions: ['preview.view'],
    days: 1,
  })
  const created = await shop.request('/backoffice/api/previews', {
    method: 'POST',
    headers: {
      'x-backoffice': '1',
      'content-type': 'application/json',
      authorization: `Bearer ${program.body.token}`,
    },
    body: JSON.stringify({ channel: '1014' }),
  })
  const tokenOfApi = ((await created.json()) as { token: string }).token
  const leaver = await releaseClient(shop, 'reader')
  const left = await preview({}, leaver)
  expect([await statusOf(tokenOfApi), await statusOf(left.token)]).toEqual([200, 200])
  await owner.request('DELETE', `/tokens/${program.body.id}`)
  await shop.sql`update staff set left_at = now() where id = ${leaver.guest.staffId}`
  expect([await statusOf(tokenOfApi), await statusOf(left.token)]).toEqual([401, 401])
  expect(await statusOf(short.token)).toBe(200)
  shop.clock.advance(30 * 60_000)
  expect(await statusOf(short.token)).toBe(401)
})

it('ends a preview when its creator loses the channel or the permission (DESK-3, DESK-18)', async () => {
  const owner = await releaseClient(shop)
  const editor = await releaseClient(shop, 'editor', ['1014', '2001'])
  const { sku } = await shop.gift()
  const { body } = await editor.request<{ token: string }>('POST', '/tokens', {
    name: 'A program',
    permissions: ['preview.view', 'preview.compose'],
    days: 1,
  })
  const tokenOfApi = async (input: object) => {
    const created = await shop.request('/backoffice/api/previews', {
      method: 'POST',
      headers: {
        'x-backoffice': '1',
        'content-type': 'application/json',
        authorization: `Bearer ${body.token}`,
      },
      body: JSON.stringify({ channel: '2001', ...input }),
    })
    return ((await created.json()) as { token: string }).token
  }
  const become = async (role: string, channels: string[]) => {
    const [row] = await shop.sql<{ version: number }[]>`
      select version from staff where id = ${editor.guest.staffId}`
    const answer = await owner.request('PUT', `/staff/${editor.guest.staffId}`, {
      version: row?.version,
      name: 'Eva',
      role,
      channels,
    })
    expect(answer.status).toBe(200)
  }
  const statusOf = async (token: string) => (await fetchWithToken(token, '/rest/wishlist')).status
  await shop.sql`insert into offer (channel_id, sku, points) values ('2001', ${sku}, 5)`
  const { token } = await preview({}, editor)
  const [plain, composed] = [await tokenOfApi({}), await tokenOfApi({ sold_out: [sku] })]
  const all = async () => [await statusOf(token), await statusOf(plain), await statusOf(composed)]
  expect(await all()).toEqual([200, 200, 200])
  // The preview ends without access to the channel or without the permission.
  await become('editor', ['2001'])
  expect((await editor.request('GET', '/session')).status).toBe(200)
  expect(await all()).toEqual([401, 200, 200])
  await become('reader', ['2001'])
  expect(await all()).toEqual([401, 200, 401])
  await become('reader', ['1014'])
  expect(await all()).toEqual([401, 401, 401])
})
