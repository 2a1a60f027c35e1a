import type { FastifyInstance } from 'fastify'

import { employerPaths } from '#contract/paths.employer.ts'
import { paths } from '#contract/paths.shop.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

const keyOf = (method: string, url: string) => `${method} ${url}`

/**
 * Writes that are not part of an order, payment or shipment, and calls that only read. A sign-in may queue a warning
 * about a new browser or wrong passwords.
 */
const NOT_PAUSED = new Set(
  [
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
  ].map(({ method, path }) => keyOf(method, path)),
)

/**
 * Until `resumed` settles, requests that cause mails, jobs or payments wait, because the demo history is loaded without
 * triggers and with its own jobs. Reads, sign-ins, carts and wish lists are answered. If it resolves to false,
 * the shop stops.
 */
export function pauseWrites(app: FastifyInstance, resumed: Promise<boolean>) {
  let isResumed = false
  void resumed.then((mayContinue) => (isResumed = mayContinue))
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request
    if (isResumed || READS.has(method) || NOT_PAUSED.has(keyOf(method, routeOptions.url ?? '')))
      return done()
    void resumed.then((mayContinue) =>
      mayContinue ? done() : void sendRefusal(reply, 503, refuse('unavailable')),
    )
  })
}
