import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'

import { employerPaths } from '#contract/paths.employer.ts'
import { paths } from '#contract/paths.shop.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { baseApp } from '#server/app/base-app.ts'
import { testShop } from '#server/testing/test-shop.ts'

const NOT_PAUSED = [
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
const PAUSED = [paths.convertCart, paths.choose, staffPaths.endOtherSessions]

/** An app with a few of the shop's addresses, some of which wait; `end` sets the result that they wait for. */
async function pausedApp() {
  const shop = await testShop()
  let endPause: (mayContinue: boolean) => void = () => {}
  const writesWaitFor = new Promise<boolean>((done) => (endPause = done))
  const options = { draining: () => false, nextId: () => 'one', writesWaitFor }
  const app = baseApp(shop.shop, options)
  let served = 0
  const serve = async () => ({ served: (served += 1) })
  app.get('/rest/orders', serve)
  app.options('/rest/orders', serve)
  for (const { method, path: url } of [...NOT_PAUSED, ...PAUSED])
    app.route({ method, url, handler: serve })
  const stop = async () => {
    await app.close()
    await shop.stop()
  }
  return { app, end: endPause, served: () => served, stop }
}

const order = (app: FastifyInstance) => app.inject({ method: 'PUT', url: '/rest/convert_cart' })

it('answers reads, sign-ins, carts and wish lists at once, and other writes when the pause ends', async () => {
  const { app, end: endPause, served, stop } = await pausedApp()
  const ordered = order(app)
  const reads = (['GET', 'HEAD', 'OPTIONS'] as const).map((method) => ({
    method,
    path: '/rest/orders',
  }))
  const unpaused = [...reads, ...NOT_PAUSED]
  for (const { method, path } of unpaused)
    expect((await app.inject({ method, url: path })).statusCode).toBe(200)
  expect(served()).toBe(unpaused.length)
  endPause(true)
  expect((await ordered).json()).toEqual({ served: unpaused.length + 1 })
  expect((await order(app)).json()).toEqual({ served: unpaused.length + 2 })
  await stop()
})

it('answers paused writes with 503 if the shop stops before the pause ends', async () => {
  const { app, end: endPause, served, stop } = await pausedApp()
  const paused = PAUSED.map(({ method, path: url }) => app.inject({ method, url }))
  endPause(false)
  for (const answer of await Promise.all(paused)) expect(answer.statusCode).toBe(503)
  expect((await order(app)).statusCode).toBe(503)
  expect(served()).toBe(0)
  await stop()
})
