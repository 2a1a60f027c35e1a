import { afterEach, describe, expect, it } from 'vitest'

import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop | undefined
afterEach(async () => {
  await shop?.stop()
  shop = undefined
})

describe('security.txt', () => {
  it('names the security contact and the expiry date (SAFE-14, S25)', async () => {
    shop = await testShop({
      environment: { SECURITY_CONTACT: 'mailto:security@gifts.example' },
    })
    shop.clock.halt()
    const answer = await shop.request('/.well-known/security.txt')
    const expires = new Date(shop.clock.now().getTime() + 180 * 86_400_000).toISOString()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toBe(
      [
        'Contact: mailto:security@gifts.example',
        `Expires: ${expires}`,
        'Preferred-Languages: en, nl, de',
        `Canonical: ${shop.config.PUBLIC_URL}/.well-known/security.txt`,
        '',
      ].join('\n'),
    )
  })

  it('falls back to the sender of the mails, and answers 404 if none is set (SAFE-14, S25)', async () => {
    shop = await testShop({ environment: { MAIL_FROM: 'Gifts <hello@gifts.example>' } })
    const answer = await shop.request('/.well-known/security.txt')
    expect(await answer.text()).toContain('Contact: mailto:hello@gifts.example\n')
    await shop.stop()
    shop = await testShop()
    expect((await shop.request('/.well-known/security.txt')).status).toBe(404)
  })
})

it('serves the licences of the packages that are shipped (SAFE-18, C1)', async () => {
  shop = await testShop()
  const answer = await shop.request('/third-party-notices.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ])
  expect(await answer.text()).toMatch(/^react \d[^]*MIT License/m)
})
