import type { FastifyInstance } from 'fastify'

import { paths } from '#contract/paths.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { sendRefusal } from '#server/http/endpoint/serve-endpoint.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Changes that cause no mail, job or payment. */
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
 * Until `over` settles, requests that cause mails, jobs or payments wait, because the demo history does that work on
 * a clock of the past. Reads, log-ins and changes of a cart are answered. Where `over` is false the shop stops.
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
