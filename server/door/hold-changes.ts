import type { FastifyInstance } from 'fastify'

import { paths } from '#contract/paths.ts'
import { refuse } from '#contract/refusal.ts'
import { sendRefusal } from '#server/door/serve.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Nothing that the shop does by itself follows from these. */
const FREE = new Set<string>(
  [
    paths.logIn,
    paths.logOut,
    paths.handOver,
    paths.takeOver,
    paths.changeCart,
    paths.saveAddress,
    paths.deliveryMethods,
    paths.chooseDelivery,
  ].map(({ path }) => path),
)

/**
 * Until `over` settles, requests that leave work behind wait, because that work is done on another clock
 * until then. Visitors look around, log in and fill their carts meanwhile. False: the shop stops before.
 */
export function holdChanges(app: FastifyInstance, over: Promise<boolean>) {
  let isOver = false
  void over.then((settled) => (isOver = settled))
  app.addHook('onRequest', (request, reply, done) => {
    if (isOver || READS.has(request.method) || FREE.has(request.routeOptions.url ?? ''))
      return done()
    void over.then((settled) =>
      settled ? done() : void sendRefusal(reply, 503, refuse('unavailable')),
    )
  })
}
