import type { FastifyInstance } from 'fastify'

import { employerSees } from '#contract/employer-sees-api.ts'
import { refuse } from '#contract/refusal.ts'
import { employerFiguresOf } from '#server/books/employer-wall.ts'
import { serve } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'
import { answer } from '#server/ground/answers.ts'
import { isPreview } from '#server/door/preview-holder.ts'

const NOBODY = { employer: null, made_at: null, items: [] }

/** What whoever gave may know, shown to whoever was given: of the campaign that their own voucher is of. */
export function holderSeesRoutes(app: FastifyInstance, shop: Shop) {
  const { sql } = shop
  serve(app, shop, employerSees, async (_, { holder }) => {
    if (isPreview(holder)) return answer(NOBODY)
    const [giver] = await sql<{ id: number; name: string; campaign: number }[]>`
      select employer.id, employer.name, campaign.id as campaign
      from voucher join voucher_batch batch on batch.id = voucher.batch_id
        join campaign on campaign.id = batch.campaign_id join employer on employer.id = campaign.employer_id
      where voucher.id = ${holder.voucherId}`
    if (!giver) return answer(NOBODY)
    const told = await employerFiguresOf(sql, giver.id, { campaign: giver.campaign })
    return told ? answer({ employer: giver.name, ...told }) : refuse('unavailable')
  })
}
