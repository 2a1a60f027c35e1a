import Fastify, { type HTTPMethods } from 'fastify'
import { expect, it } from 'vitest'

import { staffPaths } from '#contract/paths.staff.ts'
import { employerPaths } from '#contract/paths.employer.ts'
import { paths } from '#contract/paths.shop.ts'
import { buildApp } from '#server/app/app.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { pagesWithoutFiles } from '#server/testing/samples/pages-without-files.ts'
import { testShop } from '#server/testing/test-shop.ts'

const PAGES = [
  '/backoffice',
  '/backoffice/',
  '/backoffice/orders',
  '/backoffice/assets/x.js',
  '/employer',
  '/employer/x',
]
const OTHERS = ['/webhooks/incoming-mails', '/webhooks/delivery-reports']

const requests: { method: HTTPMethods; url: string }[] = [
  ...[...Object.values(staffPaths), ...Object.values(employerPaths)].map(({ method, path }) => ({
    method,
    url: path.replaceAll(/:\w+/g, 'x'),
  })),
  ...PAGES.flatMap((url) => [
    { method: 'GET', url },
    { method: 'HEAD', url },
  ]),
  ...OTHERS.map((url) => ({ method: 'POST', url })),
  { method: 'GET', url: '/backoffice/openapi.json' },
]

it('sends each address of the staff app on to it, so that no route of the shop answers instead', async () => {
  const shop = await testShop()
  const staff = Fastify()
  staff.addHook('onRequest', async (_, reply) => reply.code(299).send())
  await staff.ready()
  const open = async () => ({ app: staff, endStreams: () => {} })
  const { app } = buildApp(
    { ...shop.shop, storefront: pagesWithoutFiles, metrics: createMetrics() },
    { draining: () => false },
    open,
  )
  const unexpected: string[] = []
  for (const { method, url } of requests) {
    const { statusCode } = await app.inject({ method, url })
    if (statusCode !== 299) unexpected.push(`${method} ${url}: ${statusCode}`)
  }
  expect(unexpected).toEqual([])
  expect(requests.length).toBeGreaterThan(200)
  await app.close()
  await shop.stop()
})

it('pauses writes and closes connections in the shop app and in the staff app', async () => {
  const shop = await testShop()
  const { app } = buildApp(
    { ...shop.shop, metrics: createMetrics() },
    { draining: () => true, writesWaitFor: Promise.resolve(false) },
  )
  const { convertCart } = paths
  for (const { method, path } of [
    convertCart,
    staffPaths.grantPoints,
    employerPaths.addRecipient,
  ]) {
    const answer = await app.inject({ method, url: path })
    expect([path, answer.statusCode]).toEqual([path, 503])
    expect(answer.headers.connection).toBe('close')
  }
  await app.close()
  await shop.stop()
})
