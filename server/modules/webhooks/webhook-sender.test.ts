import type { LookupAddress } from 'node:dns'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { choosePorts } from '#server/app/services/choose-services.ts'
import { isPublicAddress } from '#server/platform/outbound/public-address.ts'
import { webhookSender } from '#server/modules/webhooks/webhook-sender.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type FakeService, startFakeService } from '#server/testing/fakes/fake-service.ts'
import { temporaryCertificate } from '#server/testing/fakes/temporary-certificate.ts'

let plain: FakeService
let secure: FakeService
const tls = temporaryCertificate('hooks.example')
beforeAll(async () => {
  plain = await startFakeService(() => ({ status: 200, body: { ok: true } }))
  secure = await startFakeService(() => ({ status: 200 }), tls)
})
afterEach(() => {
  plain.reset()
  secure.reset()
})
afterAll(() => Promise.all([plain.close(), secure.close()]))

/** A name server that returns these answers in sequence. */
const fakeResolver = (...answers: string[][]) => {
  let asked = 0
  const look = (
    _host: string,
    _options: object,
    callback: (error: Error | null, found: LookupAddress[]) => void,
  ) => {
    const found = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolve: look as never, asked: () => asked }
}
const send = (sender: ReturnType<typeof webhookSender>, url: string) =>
  sender.post({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}' })

it('distinguishes public addresses from private and local ones (C47)', () => {
  const privateAddresses = [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '4000::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'localhost',
    '',
  ]
  expect(privateAddresses.filter(isPublicAddress)).toEqual([])
  const publicAddresses = [
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '2a00:1450:400e::200e',
    '2606:4700::1111',
  ]
  expect(publicAddresses.filter(isPublicAddress)).toEqual(publicAddresses)
})

it('refuses all forms of local and private addresses in a live shop (C47)', async () => {
  const sender = webhookSender({ publicOnly: true })
  const { port } = new URL(secure.url)
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
    'any.localhost',
  ]) {
    expect(sender.refusalOf(`https://${host}:${port}/`), host).toBe('private-address')
    await expect(send(sender, `https://${host}:${port}/`)).rejects.toThrow(/not publicly reachable/)
  }
  expect(sender.refusalOf('http://hooks.example/')).toBe('not-https')
  expect(sender.refusalOf('http://localhost/')).toBe('not-https')
  expect(sender.refusalOf('https://hooks.example/')).toBeNull()
  expect(secure.requests).toEqual([])
  sender.close?.()
})

it('allows local addresses only if the shop is not live (C47)', () => {
  const refusalsOfShop = (GIFTPOINT_LIVE: string) => {
    const { webhooks } = choosePorts({
      config: readConfig({ GIFTPOINT_LIVE }),
      sql: undefined as never,
      clock: { now: () => new Date() },
      callWebhook: async () => {},
    })
    webhooks.close?.()
    return ['https://127.0.0.1/', 'https://10.0.0.1/'].map((url) => webhooks.refusalOf(url))
  }
  expect(refusalsOfShop('true')).toEqual(['private-address', 'private-address'])
  expect(refusalsOfShop('false')).toEqual([null, 'private-address'])
})

it('allows public and local addresses in a shop that is not live, and never an address with a password (C47)', async () => {
  const live = webhookSender({ publicOnly: true })
  const testing = webhookSender({
    publicOnly: false,
    ...fakeResolver(['10.0.0.1'], ['93.184.216.34']),
  })
  const answers = Object.entries({
    'http://localhost:8080/': null,
    'http://127.0.0.1:8080/': null,
    'http://2130706433/': null,
    'https://[::1]/': null,
    'https://hooks.example/': null,
    'http://hooks.example/': 'not-https',
    'http://8.8.8.8/': 'not-https',
    'http://169.254.169.254/': 'private-address',
    'https://169.254.169.254/': 'private-address',
    'https://10.0.0.1/': 'private-address',
    'https://[::ffff:10.0.0.1]/': 'private-address',
    'https://user:pw@hooks.example/': 'address-with-password',
    'http://user@localhost/': 'address-with-password',
  })
  expect(answers.map(([url]) => [url, testing.refusalOf(url)])).toEqual(answers)
  expect(live.refusalOf('https://user:pw@hooks.example/')).toBe('address-with-password')
  for (const url of ['https://hooks.example/', 'http://169.254.169.254/latest'])
    await expect(send(testing, url), url).rejects.toThrow(/not publicly reachable/)
  await expect(send(live, 'https://user:pw@hooks.example/')).rejects.toThrow(/password/)
  live.close?.()
  testing.close?.()
})

it('resolves a name once per connection, and refuses it if any of its addresses is not public (C47)', async () => {
  const { port } = new URL(secure.url)
  const url = `https://hooks.example:${port}/`
  for (const answers of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['fd00::5']]) {
    const named = fakeResolver(answers)
    const sender = webhookSender({ publicOnly: true, ...named, ca: tls.cert })
    await expect(send(sender, url), answers.join()).rejects.toThrow(/not publicly reachable/)
    expect(named.asked()).toBe(1)
    sender.close?.()
  }
  // With any address allowed, the name is used and the certificate must be for that name.
  const trusting = webhookSender({
    publicOnly: false,
    ...fakeResolver(['127.0.0.1']),
    ca: tls.cert,
  })
  const untrusting = webhookSender({ publicOnly: false, ...fakeResolver(['127.0.0.1']) })
  expect(await send(trusting, url)).toMatchObject({ status: 200 })
  await expect(send(untrusting, url)).rejects.toThrow(/connection failed/)
  expect(secure.requests).toHaveLength(1)
  trusting.close?.()
  untrusting.close?.()
})

it('follows no redirect, reads only the start of a response, and always applies the timeout (C47)', async () => {
  const sender = webhookSender({ publicOnly: false, timeoutMs: 300 })
  const to = `${plain.url}/hooks`
  plain.failNext({ kind: 'answer', status: 302, headers: { location: `${plain.url}/inside` } })
  expect(await send(sender, to)).toMatchObject({ status: 302 })
  expect(plain.requests.map(({ path }) => path)).toEqual(['/hooks'])
  plain.failNext({ kind: 'answer', status: 503, headers: { 'retry-after': '120' }, body: 'later' })
  expect(await send(sender, to)).toEqual({
    status: 503,
    answer: '"later"',
    retryAfterSeconds: 120,
  })
  plain.failNext({ kind: 'endless' })
  expect((await send(sender, to)).answer).toHaveLength(1024)
  plain.failNext({ kind: 'hang' })
  await expect(send(sender, to)).rejects.toThrow('no answer in time')
  plain.failNext({ kind: 'drop' })
  await expect(send(sender, to)).rejects.toThrow('the connection failed')
  expect(await send(sender, to)).toMatchObject({ status: 200, answer: '{"ok":true}' })
  sender.close?.()
})

it('sends to a host while other requests to the same host hang (C47)', async () => {
  const sender = webhookSender({ publicOnly: false, timeoutMs: 2000 })
  plain.failNext({ kind: 'hang' }, 24)
  const hanging = Array.from({ length: 24 }, () => send(sender, `${plain.url}/hangs`).catch(String))
  await expect.poll(() => plain.requests.length).toBeGreaterThanOrEqual(24)
  plain.reset()
  expect(await send(sender, `${plain.url}/answers`)).toMatchObject({ status: 200 })
  sender.close?.()
  await Promise.all(hanging)
})
