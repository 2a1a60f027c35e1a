import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'

import { employerPaths } from '#contract/paths.employer.ts'
import { paths } from '#contract/paths.shop.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { baseApp } from '#server/app/base-app.ts'
import { testShop } from '#server/testing/test-shop.ts'

const NOT_HELD = [
  paths.logIn,
  paths.logOut,
  paths.handOver,
  paths.takeOver,
  paths.changeCart,
  paths.saveAddress,
  paths.deliveryMethods,
  paths.shippingOptions,
  paths.chooseDelivery,
  paths.orderDeliveryMethods,
  paths.choice,
  paths.addWish,
  paths.removeWish,
  paths.measured,
  staffPaths.signIn,
  staffPaths.signInByOpenId,
  staffPaths.signInByPasskey,
  staffPaths.signOut,
  employerPaths.signIn,
  employerPaths.signInByPasskey,
  employerPaths.signOut,
]
/** One address can have a call that waits and one that does not. */
const HELD = [paths.convertCart, paths.choose, staffPaths.endOtherSessions]

/** An app with a few of the shop's addresses, some of which wait; `end` sets the result that they wait for. */
async function waitingApp() {
  const around = await testShop()
  let end: (isOver: boolean) => void = () => {}
  const writesWaitFor = new Promise<boolean>((done) => (end = done))
  const options = { draining: () => false, nextId: () => 'one', writesWaitFor }
  const app = baseApp(around.shop, options)
  let served = 0
  const serve = async () => ({ served: (served += 1) })
  app.get('/rest/orders', serve)
  app.options('/rest/orders', serve)
  for (const { method, path: url } of [...NOT_HELD, ...HELD])
    app.route({ method, url, handler: serve })
  const stop = async () => {
    await app.close()
    await around.stop()
  }
  return { app, end, served: () => served, stop }
}

const order = (app: FastifyInstance) => app.inject({ method: 'PUT', url: '/rest/convert_cart' })

it('answers reads, sign-ins, carts and wish lists at once, and an order when the wait is over', async () => {
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

it('answers 503 to what waits where the shop stops before the wait is over', async () => {
  const { app, end, served, stop } = await waitingApp()
  const held = HELD.map(({ method, path: url }) => app.inject({ method, url }))
  end(false)
  for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(503)
  expect((await order(app)).statusCode).toBe(503)
  expect(served()).toBe(0)
  await stop()
})
