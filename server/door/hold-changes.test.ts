import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'

import { baseApp } from '#server/base-app.ts'
import { testShop } from '#server/testing/test-shop.ts'

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
  app.post('/rest/giftcardcodelogin', serve)
  app.post('/rest/shopping_cart', serve)
  app.put('/rest/convert_cart', serve)
  const stop = async () => {
    await app.close()
    await around.stop()
  }
  return { app, end, served: () => served, stop }
}

const order = (app: FastifyInstance) => app.inject({ method: 'PUT', url: '/rest/convert_cart' })

it('lets visitors look, log in and fill carts, and lets an order wait until it may go on', async () => {
  const { app, end, served, stop } = await waitingApp()
  const ordered = order(app)
  for (const asked of [
    { method: 'GET', url: '/rest/orders' },
    { method: 'POST', url: '/rest/giftcardcodelogin' },
    { method: 'POST', url: '/rest/shopping_cart' },
  ] as const)
    expect((await app.inject(asked)).statusCode).toBe(200)
  expect(served()).toBe(3)
  end(true)
  expect((await ordered).json()).toEqual({ served: 4 })
  expect((await order(app)).json()).toEqual({ served: 5 })
  await stop()
})

it('answers that the shop cannot answer just now where it stops before', async () => {
  const { app, end, served, stop } = await waitingApp()
  const ordered = order(app)
  end(false)
  expect((await ordered).statusCode).toBe(503)
  expect((await order(app)).statusCode).toBe(503)
  expect(served()).toBe(0)
  await stop()
})
