import type { FastifyInstance } from 'fastify'

import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { campaigns, figures, remind, seen } from '#contract/employers/portal.employer.ts'
import { nextReminder } from '#domain/employers/employer-reminder.ts'
import { findEmployerStatistics } from '#server/modules/employers/employer-statistics-view.ts'
import { componentResponse } from '#server/modules/content/content.shop-routes.ts'
import { campaignAnswer } from '#server/modules/employers/portal/campaign-answer.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import {
  serveEmployer,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import {
  listNewestCampaignChannel,
  listOwnCampaigns,
  listOwnBatches,
  listReminders,
  listMailedCampaigns,
  findOwnCampaign,
  hasRecentReminder,
  insertReminder,
} from '#server/modules/employers/portal/campaigns.sql.ts'
import { lockCampaign } from '#server/modules/employers/campaign.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Where the texts of the page about the employer's view are stored. */
const PAGE_TEXTS = { path: 'privacystatementcomponents', block: 'employerSees' }

/** The employer's statistics, and its only action: a reminder to recipients who have not ordered. */
export function employerCampaignRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  const { shop } = portal

  serveEmployer(app, portal, figures, async (_, { visitor }) => {
    return (
      (await findEmployerStatistics(shop.sql, visitor.employerId)) ?? refuseEmployer('unavailable')
    )
  })

  serveEmployer(app, portal, seen, handleSeen(portal))

  serveEmployer(app, portal, campaigns, handleCampaigns(portal))

  serveEmployer(app, portal, remind, handleRemind)
}

const handleSeen =
  ({ shop }: EmployerPortalServer) =>
  async ({ language }: ParsedInput<typeof seen>, { visitor, read }: VisitorCaller) => {
    const statistics = await findEmployerStatistics(shop.sql, visitor.employerId)
    if (!statistics) return refuseEmployer('unavailable')
    const [newest] = await read((sql) => listNewestCampaignChannel(sql))
    const channel =
      newest?.channel ?? (await shop.models.channelOrDefault(shop.config.GIFTPOINT_DEFAULT_CHANNEL))
    const model = channel === undefined ? undefined : await shop.models.channel(channel)
    const blocks = model
      ? componentResponse(model.language(language ?? visitor.language), PAGE_TEXTS.path).blocks
      : []
    const fields = blocks.find(({ code }) => code === PAGE_TEXTS.block)?.custom_fields ?? []
    const texts = Object.fromEntries(fields.map(({ key, value_string }) => [key, value_string]))
    return { texts, figures: statistics }
  }

const handleCampaigns =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof campaigns>, { visitor, now, read }: VisitorCaller) => {
    const { ownCampaigns, batches, mailed } = await read(async (sql) => ({
      ownCampaigns: await listOwnCampaigns(sql),
      batches: await listOwnBatches(sql),
      mailed: await listMailedCampaigns(sql),
    }))
    const requests = await listReminders(shop.sql, visitor.employerId)
    return {
      items: ownCampaigns.map((campaign) => {
        const isOfCampaign = (row: { campaign_id: number }) => row.campaign_id === campaign.id
        const reminders = requests.filter(isOfCampaign).map(({ at }) => at)
        const remindFrom = reminders[0] && nextReminder(reminders[0])
        return {
          ...campaignAnswer(campaign, batches.filter(isOfCampaign), now),
          mails: mailState(mailed.find(isOfCampaign)),
          reminders: reminders.map((at) => at.toISOString()),
          remind_from: remindFrom && remindFrom > now ? remindFrom.toISOString() : null,
        }
      }),
    }
  }

function mailState(mailed: { has_bounced: boolean } | undefined) {
  if (!mailed) return 'none' as const
  return mailed.has_bounced ? ('bounced' as const) : ('sent' as const)
}

async function handleRemind(
  { campaign }: ParsedInput<typeof remind>,
  { visitor, now, read, write, audit }: VisitorCaller,
) {
  const found = await read((sql) => findOwnCampaign(sql, campaign))
  if (!found) return refuseEmployer('not-found')
  return write(async (sql) => {
    // If two users request a reminder at once, the second request finds the first.
    await lockCampaign(sql, campaign)
    if (await hasRecentReminder(sql, found.id, now)) return refuseEmployer('reminded-lately')
    await insertReminder(sql, { id: found.id, userId: visitor.id, now })
    audit({
      action: 'employer.reminder-requested',
      subjectKind: 'employer',
      subjectId: String(visitor.employerId),
      channelId: found.channel,
      after: { campaign },
    })
    return { remind_from: nextReminder(now).toISOString() }
  })
}
