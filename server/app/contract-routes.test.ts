import type { HTTPMethods } from 'fastify'
import { expect, it } from 'vitest'

import { employerPaths } from '#contract/paths.employer.ts'
import { paths } from '#contract/paths.shop.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { supplierPaths } from '#contract/paths.supplier.ts'
import { buildApp } from '#server/app/app.ts'
import { staffApp } from '#server/app/staff-app.ts'
import type { DeferredApp } from '#server/http/deferred-routes.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { testShop } from '#server/testing/test-shop.ts'

type Routes = DeferredApp['app']

/** Calls without a route in this app, by name. */
const withoutRoute = (app: Routes, calls: Record<string, { method: HTTPMethods; path: string }>) =>
  Object.entries(calls)
    .filter(([, { method, path }]) => !app.hasRoute({ method, url: path }))
    .map(([name]) => name)

it('has a route for each call of the contract', async () => {
  const shopUnderTest = await testShop()
  const opened: DeferredApp[] = []
  const { app, loadStaffRoutes } = buildApp(
    { ...shopUnderTest.shop, metrics: createMetrics() },
    { draining: () => false },
    async (shop, options) => {
      const deferred = await staffApp(shop, options)
      opened.push(deferred)
      return deferred
    },
  )
  await app.ready()
  await loadStaffRoutes()
  const staff = opened[0]?.app
  expect(withoutRoute(app, { ...paths, ...supplierPaths })).toEqual([])
  expect(staff && withoutRoute(staff, { ...staffPaths, ...employerPaths })).toEqual([])
  await app.close()
  await shopUnderTest.stop()
})
