import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'

import { paths } from '#contract/paths.shop.ts'
import { baseApp } from '#server/app/base-app.ts'
import { testShop } from '#server/testing/test-shop.ts'

const { logIn, logOut, handOver, takeOver, changeCart, saveAddress } = paths
const { deliveryMethods, chooseDelivery } = paths
const CHANGES = [logIn, logOut, handOver, takeOver, changeCart, saveAddress]
const NOT_HELD = [...CHANGES, deliveryMethods, chooseDelivery]

/** An app with a few addresses of the shop, of which some wait; `end` says how what they wait for ends. */
async function waitingApp() {
  const around = await testShop()
  let end: (isOver: boolean) => void = () => {}
  const changesWaitFor = new Promise<boolean>((done) => (end = done))
  const options = { draining: () => false, nextId: () => 'one', changesWaitFor }
  const app = baseApp(around.shop, options)
  let served = 0
  const serve = async () => ({ served: (served += 1) })
  app.get('/rest/orders', serve)
  app.options('/rest/orders', serve)
  for (const { method, path: url } of [...NOT_HELD, paths.convertCart])
    app.route({ method, url, handler: serve })
  const stop = async () => {
    await app.close()
    await around.stop()
  }
  return { app, end, served: () => served, stop }
}

const order = (app: FastifyInstance) => app.inject({ method: 'PUT', url: '/rest/convert_cart' })

it('answers reads, log-ins and changes of a cart at once, and an order when the wait is over', async () => {
  const { app, end, served, stop } = await waitingApp()
  const ordered = order(app)
  const reads = (['GET', 'HEAD', 'OPTIONS'] as const).map((method) => ({
    method,
    path: '/rest/orders',
  }))
  const asked = [...reads, ...NOT_HELD]
  for (const { method, path } of asked)
    expect((await app.inject({ method, url: path })).statusCode).toBe(200)
  expect(served()).toBe(asked.length)
  end(true)
  expect((await ordered).json()).toEqual({ served: asked.length + 1 })
  expect((await order(app)).json()).toEqual({ served: asked.length + 2 })
  await stop()
})

it('answers 503 to an order where the shop stops before the wait is over', async () => {
  const { app, end, served, stop } = await waitingApp()
  const ordered = order(app)
  end(false)
  expect((await ordered).statusCode).toBe(503)
  expect((await order(app)).statusCode).toBe(503)
  expect(served()).toBe(0)
  await stop()
})
