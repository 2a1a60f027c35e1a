import type { FastifyInstance } from 'fastify'

import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { campaigns, figures, remind, report, seen } from '#contract/employers/portal.employer.ts'
import { nextReminder } from '#domain/employers/employer-reminder.ts'
import { dayAt, lastDayBefore } from '#domain/time/zone-days.ts'
import { employerStatisticsOf } from '#server/modules/employers/employer-statistics-view.ts'
import { componentIn } from '#server/modules/content/content.shop-routes.ts'
import { type CsvColumns, csvDownload } from '#server/lists/csv-download.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import {
  serveEmployer,
  type VisitorAsker,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import {
  listNewestCampaignChannel,
  listOwnCampaigns,
  listOwnBatches,
  listLastReminders,
  listCampaignById,
  lockCampaign,
  listRecentReminders,
  insertReminder,
  type BatchRow,
} from '#server/modules/employers/portal/campaigns.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The texts of the page 'what the employer sees'. */
const WORDS = { path: 'privacystatementcomponents', block: 'employerSees' }

/** The employer's statistics, and its only action: a reminder to recipients who have not ordered. */
export function employerWorkRoutes(app: FastifyInstance, door: EmployerPortalServer) {
  const { shop } = door

  serveEmployer(app, door, figures, async (_, { who }) => {
    return (await employerStatisticsOf(shop.sql, who.employerId)) ?? refuseEmployer('unavailable')
  })

  serveEmployer(app, door, report, handleReport(door))

  serveEmployer(app, door, seen, handleSeen(door))

  serveEmployer(app, door, campaigns, handleCampaigns(door))

  serveEmployer(app, door, remind, handleRemind)
}

const handleReport =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof report>, { who }: VisitorAsker) => {
    const told = await employerStatisticsOf(shop.sql, who.employerId)
    if (!told) return refuseEmployer('unavailable')
    const rows = told.items.map((item) => ({ ...item, made_at: told.made_at }))
    return csvDownload('report.csv', who.language, CSV, [rows])
  }

const handleSeen =
  ({ shop }: EmployerPortalServer) =>
  async ({ language }: ParsedInput<typeof seen>, { who, read }: VisitorAsker) => {
    const told = await employerStatisticsOf(shop.sql, who.employerId)
    if (!told) return refuseEmployer('unavailable')
    const [newest] = await read((sql) => listNewestCampaignChannel(sql))
    const asked =
      newest?.channel ?? (await shop.models.kindOf(shop.config.GIFTPOINT_DEFAULT_CHANNEL))
    const model = asked === undefined ? undefined : await shop.models.channel(asked)
    const fields = model
      ? componentIn(model.language(language ?? who.language), WORDS.path).blocks.find(
          ({ code }) => code === WORDS.block,
        )?.custom_fields
      : undefined
    const texts = Object.fromEntries(
      (fields ?? []).map(({ key, value_string }) => [key, value_string]),
    )
    return { texts, figures: told }
  }

const handleCampaigns =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof campaigns>, { who, now, read }: VisitorAsker) => {
    const { own, batches } = await read(async (sql) => ({
      own: await listOwnCampaigns(sql),
      batches: await listOwnBatches(sql),
    }))
    // What this employer itself asked for.
    const asked = await listLastReminders(shop.sql, who.employerId)
    return {
      items: own.map(({ id, zone, name, opens, closes }) => {
        const at = asked.find(({ campaign_id }) => campaign_id === id)?.at ?? null
        const next = at && nextReminder(at)
        const those = batches.filter(({ campaign_id }) => campaign_id === id)
        return {
          id: String(id),
          name,
          opens: opens !== null && opens > dayAt(now.getTime(), zone) ? opens : null,
          closes,
          batches: those.map((batch) => ({
            id: String(batch.id),
            points: batch.points,
            last_day: batch.valid_until && lastDayBefore(batch.valid_until.getTime(), zone),
          })),
          days_left: daysLeft(those, zone, now),
          reminded_at: at?.toISOString() ?? null,
          remind_from: next && next > now ? next.toISOString() : null,
        }
      }),
    }
  }

async function handleRemind(
  { campaign }: ParsedInput<typeof remind>,
  { who, now, read, write, audit }: VisitorAsker,
) {
  const [own] = await read((sql) => listCampaignById(sql, campaign))
  if (!own) return refuseEmployer('not-found')
  return write(async (sql) => {
    // Of two who ask at once the second finds the first.
    await lockCampaign(sql, own.id)
    const lately = await listRecentReminders(sql, own.id, now)
    if (lately.count > 0) return refuseEmployer('reminded-lately')
    await insertReminder(sql, { id: own.id, whoId: who.id, now })
    audit({
      action: 'employer.reminder-asked',
      subjectKind: 'employer',
      subjectId: String(who.employerId),
      channelId: own.channel,
      after: { campaign },
    })
    return { remind_from: nextReminder(now).toISOString() }
  })
}

/** Days of the channel, today's not among them. */
function daysLeft(batches: readonly BatchRow[], zone: string, now: Date): number | null {
  const ends = batches.flatMap(({ valid_until }) => valid_until?.getTime() ?? [])
  if (ends.length === 0 || ends.length < batches.length) return null
  const days =
    Date.parse(lastDayBefore(Math.max(...ends), zone)) - Date.parse(dayAt(now.getTime(), zone))
  return Math.max(0, Math.round(days / 86_400_000))
}

type Row = EmployerStatistics['items'][number] & Pick<EmployerStatistics, 'made_at'>

const CSV: CsvColumns<Row> = {
  night: ({ made_at }) => made_at,
  campaign: ({ campaign }) => campaign.name,
  department: ({ department }) => department,
  people: ({ people }) => people,
  sent_at_least: ({ sent }) => sent,
  bounced_at_least: ({ bounced }) => bounced,
  came_at_least: ({ came }) => came,
  ordered_at_least: ({ ordered }) => ordered,
  points_spent_at_least: ({ spent_points }) => spent_points,
  ends_at: ({ ends_at }) => ends_at,
}
