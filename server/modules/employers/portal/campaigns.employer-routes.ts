import type { FastifyInstance } from 'fastify'

import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { campaigns, figures, remind, seen } from '#contract/employers/portal.employer.ts'
import { nextReminder } from '#domain/employers/employer-reminder.ts'
import { employerStatisticsOf } from '#server/modules/employers/employer-statistics-view.ts'
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
  listCampaignById,
  lockCampaign,
  listRecentReminders,
  insertReminder,
} from '#server/modules/employers/portal/campaigns.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The texts of the page about what employers can see. */
const WORDS = { path: 'privacystatementcomponents', block: 'employerSees' }

/** The employer's statistics, and its only action: a reminder to recipients who have not ordered. */
export function employerCampaignRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  const { shop } = portal

  serveEmployer(app, portal, figures, async (_, { who }) => {
    return (await employerStatisticsOf(shop.sql, who.employerId)) ?? refuseEmployer('unavailable')
  })

  serveEmployer(app, portal, seen, handleSeen(portal))

  serveEmployer(app, portal, campaigns, handleCampaigns(portal))

  serveEmployer(app, portal, remind, handleRemind)
}

const handleSeen =
  ({ shop }: EmployerPortalServer) =>
  async ({ language }: ParsedInput<typeof seen>, { who, read }: VisitorCaller) => {
    const statistics = await employerStatisticsOf(shop.sql, who.employerId)
    if (!statistics) return refuseEmployer('unavailable')
    const [newest] = await read((sql) => listNewestCampaignChannel(sql))
    const channel =
      newest?.channel ?? (await shop.models.channelOrDefault(shop.config.GIFTPOINT_DEFAULT_CHANNEL))
    const model = channel === undefined ? undefined : await shop.models.channel(channel)
    const fields = model
      ? componentResponse(model.language(language ?? who.language), WORDS.path).blocks.find(
          ({ code }) => code === WORDS.block,
        )?.custom_fields
      : undefined
    const texts = Object.fromEntries(
      (fields ?? []).map(({ key, value_string }) => [key, value_string]),
    )
    return { texts, figures: statistics }
  }

const handleCampaigns =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof campaigns>, { who, now, read }: VisitorCaller) => {
    const { own, batches, mailed } = await read(async (sql) => ({
      own: await listOwnCampaigns(sql),
      batches: await listOwnBatches(sql),
      mailed: await listMailedCampaigns(sql),
    }))
    // The employer's own requests.
    const asked = await listReminders(shop.sql, who.employerId)
    return {
      items: own.map((campaign) => {
        const of = ({ campaign_id }: { campaign_id: number }) => campaign_id === campaign.id
        const mails = mailed.find(of)
        const reminders = asked.filter(of).map(({ at }) => at)
        const next = reminders[0] && nextReminder(reminders[0])
        return {
          ...campaignAnswer(campaign, batches.filter(of), now),
          mails: mails ? (mails.has_bounced ? 'bounced' : 'sent') : 'none',
          reminders: reminders.map((at) => at.toISOString()),
          remind_from: next && next > now ? next.toISOString() : null,
        } as const
      }),
    }
  }

async function handleRemind(
  { campaign }: ParsedInput<typeof remind>,
  { who, now, read, write, audit }: VisitorCaller,
) {
  const [own] = await read((sql) => listCampaignById(sql, campaign))
  if (!own) return refuseEmployer('not-found')
  return write(async (sql) => {
    // If two users request it at once, the second finds the first request.
    await lockCampaign(sql, own.id)
    const lately = await listRecentReminders(sql, own.id, now)
    if (lately.count > 0) return refuseEmployer('reminded-lately')
    await insertReminder(sql, { id: own.id, userId: who.id, now })
    audit({
      action: 'employer.reminder-requested',
      subjectKind: 'employer',
      subjectId: String(who.employerId),
      channelId: own.channel,
      after: { campaign },
    })
    return { remind_from: nextReminder(now).toISOString() }
  })
}
