import type { FastifyInstance } from 'fastify'

import { employerSees } from '#contract/employers/employer-statistics.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { employerFiguresOf } from '#server/modules/employers/employer-statistics-view.ts'
import { serve } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { isPreview } from '#server/http/endpoint/preview-holder.ts'
import { findEmployerOfVoucher } from '#server/modules/employers/employer-visibility.sql.ts'

const NOBODY = { employer: null, made_at: null, items: [] }

/** Shows holders what the employer can see: for the campaign of their own voucher. */
export function holderSeesRoutes(app: FastifyInstance, shop: Shop) {
  const { sql } = shop
  serve(app, shop, employerSees, async (_, { holder }) => {
    if (isPreview(holder)) return answer(NOBODY)
    const giver = await findEmployerOfVoucher(sql, holder.voucherId)
    if (!giver) return answer(NOBODY)
    const told = await employerFiguresOf(sql, giver.id, { campaign: giver.campaign })
    return told ? answer({ employer: giver.name, ...told }) : refuse('unavailable')
  })
}
