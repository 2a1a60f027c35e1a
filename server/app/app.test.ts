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

const asked: { method: HTTPMethods; url: string }[] = [
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

it('has no route that answers in place of one of the staff', async () => {
  const around = await testShop()
  const staff = Fastify()
  staff.addHook('onRequest', async (_, reply) => reply.code(299).send())
  await staff.ready()
  const open = async () => ({ app: staff, endStreams: () => {} })
  const { app } = buildApp(
    { ...around.shop, storefront: pagesWithoutFiles, metrics: createMetrics() },
    { draining: () => false },
    open,
  )
  const wrong: string[] = []
  for (const { method, url } of asked) {
    const { statusCode } = await app.inject({ method, url })
    if (statusCode !== 299) wrong.push(`${method} ${url}: ${statusCode}`)
  }
  expect(wrong).toEqual([])
  expect(asked.length).toBeGreaterThan(200)
  await app.close()
  await around.stop()
})

it('holds changes back and ends connections in both of its apps', async () => {
  const around = await testShop()
  const { app } = buildApp(
    { ...around.shop, metrics: createMetrics() },
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
  await around.stop()
})
