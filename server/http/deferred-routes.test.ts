import { expect, it } from 'vitest'

import { baseApp } from '#server/app/base-app.ts'
import { type DeferredApp, deferredRoutes } from '#server/http/deferred-routes.ts'
import { testShop } from '#server/testing/test-shop.ts'

/** The shop's app in front of a second one that knows /later, and how often that one was loaded. */
async function twoApps(mustFail: () => boolean = () => false) {
  const shop = await testShop()
  let loads = 0
  let streamsEnded = 0
  let finishLoading = () => {}
  const released = new Promise<void>((done) => (finishLoading = done))
  const common = { draining: () => false, nextId: () => 'one' }
  async function open(): Promise<DeferredApp> {
    loads += 1
    await released
    if (mustFail()) throw new Error('the file is missing')
    const app = baseApp(shop.shop, common)
    app.post('/later', (request, reply) => reply.send({ sent: request.body }))
    app.addHook('onClose', () => void (streamsEnded += 10))
    await app.ready()
    return { app, endStreams: () => (streamsEnded += 1) }
  }
  const deferred = deferredRoutes(open)
  const app = baseApp(shop.shop, { ...common, deferred })
  app.get('/first', (_, reply) => reply.send({ first: true }))
  return { shop, app, finishLoading, loads: () => loads, streamsEnded: () => streamsEnded }
}

it('loads the deferred app once, for the first requests that only it can answer', async () => {
  const { shop, app, finishLoading, loads } = await twoApps()
  const responses = [1, 2, 3].map((n) =>
    app.inject({ method: 'POST', url: '/later', payload: { n } }),
  )
  expect((await app.inject('/first')).json()).toEqual({ first: true })
  finishLoading()
  const answers = await Promise.all(responses)
  expect(answers.map((response) => response.json())).toEqual(
    [1, 2, 3].map((n) => ({ sent: { n } })),
  )
  expect(loads()).toBe(1)
  await app.close()
  await shop.stop()
})

it('does not load the deferred app for a route of the first app', async () => {
  const { shop, app, loads } = await twoApps()
  await app.inject('/first')
  expect(loads()).toBe(0)
  await app.close()
  await shop.stop()
})

it('answers 500 when loading fails, and loads again for the next request', async () => {
  let isBroken = true
  const { shop, app, finishLoading, loads } = await twoApps(() => isBroken)
  finishLoading()
  const failed = await app.inject({ method: 'POST', url: '/later', payload: {} })
  expect(failed.statusCode).toBe(500)
  isBroken = false
  const answer = await app.inject({ method: 'POST', url: '/later', payload: {} })
  expect(answer.statusCode).toBe(200)
  expect(loads()).toBe(2)
  await app.close()
  await shop.stop()
})

it('counts each request once, in the app that answers it', async () => {
  const { shop, app, finishLoading } = await twoApps()
  finishLoading()
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

it('ends streams before the server closes its connections, and closes the deferred app afterwards', async () => {
  const { shop, app, finishLoading, streamsEnded } = await twoApps()
  finishLoading()
  await app.inject({ method: 'POST', url: '/later', payload: {} })
  let atClose = 0
  app.server.on('close', () => (atClose = streamsEnded()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  expect(atClose).toBe(1)
  expect(streamsEnded()).toBe(11)
  await shop.stop()
})

it('closes a deferred app that is still loading, with its streams', async () => {
  const { shop, app, finishLoading, loads, streamsEnded } = await twoApps()
  const responses = app.inject({ method: 'POST', url: '/later', payload: {} })
  await expect.poll(loads).toBe(1)
  const closing = app.close()
  await new Promise(setImmediate)
  finishLoading()
  await closing
  expect(streamsEnded()).toBe(11)
  await responses
  await shop.stop()
})

it('closes even if the deferred app cannot be loaded', async () => {
  const { shop, app, finishLoading, loads } = await twoApps(() => true)
  const responses = app.inject({ method: 'POST', url: '/later', payload: {} })
  await expect.poll(loads).toBe(1)
  const closing = app.close()
  await new Promise(setImmediate)
  finishLoading()
  await closing
  expect((await responses).statusCode).toBe(500)
  await shop.stop()
})
