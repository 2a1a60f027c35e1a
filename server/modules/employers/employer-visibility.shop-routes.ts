import type { FastifyInstance } from 'fastify'

import { employerSees } from '#contract/employers/employer-statistics.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { findEmployerStatistics } from '#server/modules/employers/employer-statistics-view.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { isPreview } from '#server/http/endpoint/preview-holder.ts'
import { findEmployerOfVoucher } from '#server/modules/employers/employer-visibility.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const NO_EMPLOYER = { employer: null, made_at: null, items: [] }

/** Shows recipients which data the employer can see about the campaign of their voucher. */
export function employerVisibilityRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, employerSees, handleEmployerSees(shop))
}

const handleEmployerSees =
  ({ sql }: Pick<Shop, 'sql'>) =>
  async (_: ParsedInput<typeof employerSees>, { holder }: HolderCaller) => {
    if (isPreview(holder)) return answer(NO_EMPLOYER)
    const employer = await findEmployerOfVoucher(sql, holder.voucherId)
    if (!employer) return answer(NO_EMPLOYER)
    const statistics = await findEmployerStatistics(sql, employer.id, {
      campaign: employer.campaign,
    })
    return statistics ? answer({ employer: employer.name, ...statistics }) : refuse('unavailable')
  }
