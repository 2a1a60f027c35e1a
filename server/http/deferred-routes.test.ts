import { expect, it } from 'vitest'

import { baseApp } from '#server/app/base-app.ts'
import { type DeferredApp, deferredRoutes } from '#server/http/deferred-routes.ts'
import { testShop } from '#server/testing/test-shop.ts'

/** The shop's app in front of a second one that knows /later, and how often that one was loaded. */
async function twoApps(fails: () => boolean = () => false) {
  const shop = await testShop()
  let loads = 0
  let streamsEnded = 0
  let goOn = () => {}
  const gate = new Promise<void>((done) => (goOn = done))
  const common = { draining: () => false, nextId: () => 'one' }
  async function open(): Promise<DeferredApp> {
    loads += 1
    await gate
    if (fails()) throw new Error('the file is missing')
    const app = baseApp(shop.shop, common)
    app.post('/later', (request, reply) => reply.send({ sent: request.body }))
    app.addHook('onClose', () => void (streamsEnded += 10))
    await app.ready()
    return { app, endStreams: () => (streamsEnded += 1) }
  }
  const deferred = deferredRoutes(open)
  const app = baseApp(shop.shop, { ...common, later: deferred })
  app.get('/first', (_, reply) => reply.send({ first: true }))
  return { shop, app, goOn, loads: () => loads, streamsEnded: () => streamsEnded }
}

it('answers requests for later routes once those are loaded, and loads them once', async () => {
  const { shop, app, goOn, loads } = await twoApps()
  const asked = [1, 2, 3].map((n) => app.inject({ method: 'POST', url: '/later', payload: { n } }))
  expect((await app.inject('/first')).json()).toEqual({ first: true })
  goOn()
  const answers = await Promise.all(asked)
  expect(answers.map((one) => one.json())).toEqual([1, 2, 3].map((n) => ({ sent: { n } })))
  expect(loads()).toBe(1)
  await app.close()
  await shop.stop()
})

it('loads nothing for a route that is there', async () => {
  const { shop, app, loads } = await twoApps()
  await app.inject('/first')
  expect(loads()).toBe(0)
  await app.close()
  await shop.stop()
})

it('answers a failure to load as an error, and tries again for the next request', async () => {
  let broken = true
  const { shop, app, goOn, loads } = await twoApps(() => broken)
  goOn()
  const failed = await app.inject({ method: 'POST', url: '/later', payload: {} })
  expect(failed.statusCode).toBe(500)
  broken = false
  const answer = await app.inject({ method: 'POST', url: '/later', payload: {} })
  expect(answer.statusCode).toBe(200)
  expect(loads()).toBe(2)
  await app.close()
  await shop.stop()
})

it('counts a request once, by the app that answers it', async () => {
  const { shop, app, goOn } = await twoApps()
  goOn()
  await app.inject({ method: 'POST', url: '/later', payload: {} })
  await app.inject('/rest/nowhere')
  const text = await shop.shop.metrics.registry.metrics()
  const counted = text.split('\n').filter((line) => line.startsWith('http_request_seconds_count'))
  expect(counted).toEqual([
    'http_request_seconds_count{method="POST",route="/later",status="200"} 1',
    'http_request_seconds_count{method="GET",route="unknown",status="404"} 1',
  ])
  await app.close()
  await shop.stop()
})

it('ends streams before the server waits for its connections, and closes the later app after that', async () => {
  const { shop, app, goOn, streamsEnded } = await twoApps()
  goOn()
  await app.inject({ method: 'POST', url: '/later', payload: {} })
  let atClose = 0
  app.server.on('close', () => (atClose = streamsEnded()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  expect(atClose).toBe(1)
  expect(streamsEnded()).toBe(11)
  await shop.stop()
})

it('closes a later app that is still loading, its streams included', async () => {
  const { shop, app, goOn, loads, streamsEnded } = await twoApps()
  const asked = app.inject({ method: 'POST', url: '/later', payload: {} })
  await expect.poll(loads).toBe(1)
  const closing = app.close()
  await new Promise(setImmediate)
  goOn()
  await closing
  expect(streamsEnded()).toBe(11)
  await asked
  await shop.stop()
})

it('closes where the later app cannot be loaded', async () => {
  const { shop, app, goOn, loads } = await twoApps(() => true)
  const asked = app.inject({ method: 'POST', url: '/later', payload: {} })
  await expect.poll(loads).toBe(1)
  const closing = app.close()
  await new Promise(setImmediate)
  goOn()
  await closing
  expect((await asked).statusCode).toBe(500)
  await shop.stop()
})
