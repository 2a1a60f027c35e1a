import type { FastifyInstance } from 'fastify'

import { measured } from '#contract/shared/web-vitals.shop.ts'
import { succeed } from '#server/http/response-body.ts'
import { findShopPage } from '#server/app/pages/page.shop-routes.ts'
import { serve } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Speed reports from browsers go into the metrics only: no row, address or name is stored. */
export function speedRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, measured, handleMeasured(shop))
}

function handleMeasured(shop: Shop) {
  const { pageSeconds, pageShift } = shop.metrics
  return ({ name, value, page: reportedPage }: ParsedInput<typeof measured>) => {
    // One series per known page and one for the rest, so that clients cannot create series.
    const page = findShopPage(reportedPage) ?? 'other'
    if (name === 'CLS') pageShift.observe({ page }, value)
    else pageSeconds.observe({ figure: name, page }, value / 1000)
    return succeed({})
  }
}
