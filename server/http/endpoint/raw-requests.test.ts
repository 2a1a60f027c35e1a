import net from 'node:net'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

/** Status of the answer to exactly these lines. */
function statusOf(lines: string[], body = ''): Promise<number> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`),
    )
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? []
      if (status) resolve(Number(status))
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${answer}`)))
  })
}

const HOST = 'Host: localhost'

it.each<[string, string[]]>([
  ['two lengths', ['Content-Length: 3', 'Content-Length: 4']],
  ['a length and an encoding', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
  ['an encoding that ends in no chunk', ['Transfer-Encoding: chunked, identity']],
])('refuses a request with an ambiguous length: %s (SAFE-14)', async (_, headers) => {
  const lines = ['POST /rest/service_request HTTP/1.1', HOST, 'Content-Type: application/json']
  expect(await statusOf([...lines, ...headers], 'abc')).toBe(400)
})

it.each(['TRACE', 'OPTIONS', 'PROPFIND'])('offers nothing by %s (SAFE-14)', async (method) => {
  const status = await statusOf([`${method} /rest/site HTTP/1.1`, HOST, 'Connection: close'])
  expect([400, 404, 405, 501]).toContain(status)
})

it.each([
  '/assets/',
  '/images/',
  '/images/local/',
  '/backoffice/assets/',
  '/.git/config',
  '/package.json',
])('serves neither folders nor source files at %s (SAFE-14)', async (path) => {
  expect(await statusOf([`GET ${path} HTTP/1.1`, HOST, 'Connection: close'])).toBe(404)
})

it('refuses two Host headers, also for a cached response (SAFE-14, S20)', async () => {
  const { token } = await shop.logIn('giftshop1')
  const authorization = `Authorization: Bearer ${token}`
  for (const path of ['/rest/site', '/health/ready', '/rest/producttags/products?page=1']) {
    const lines = [`GET ${path} HTTP/1.1`, authorization, HOST]
    // Twice: the second answer comes from the cache.
    expect([path, await statusOf(lines), await statusOf(lines)]).toEqual([path, 200, 200])
    for (const second of [HOST, 'host: evil.example'])
      expect([path, second, await statusOf([...lines, second])]).toEqual([path, second, 400])
  }
})
