import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { campaignReport, report } from '#contract/employers/portal.employer.ts'
import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { portalTheme } from '#domain/channels/portal-theme.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { Download } from '#server/http/raw-response.ts'
import { type CsvColumns, csvDownload } from '#server/lists/csv-download.ts'
import { findEmployerStatistics } from '#server/modules/employers/employer-statistics-view.ts'
import { findAppearance } from '#server/modules/employers/portal/appearance.employer-routes.ts'
import { campaignAnswer } from '#server/modules/employers/portal/campaign-answer.ts'
import { listOwnBatches, listOwnCampaigns } from '#server/modules/employers/portal/campaigns.sql.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { campaignReportPdf } from '#server/modules/employers/portal/report/campaign-report-pdf.ts'
import { reportTexts } from '#server/modules/employers/portal/report/report-texts.ts'
import {
  serveEmployer,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import { loadPrintImage } from '#server/modules/media/print-image.ts'

/** Published figures as files: all campaigns as CSV, one campaign as a PDF. */
export function employerReportRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, report, handleReport(portal))

  serveEmployer(app, portal, campaignReport, handleCampaignReport(portal))
}

const handleReport =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof report>, { visitor }: VisitorCaller) => {
    const statistics = await findEmployerStatistics(shop.sql, visitor.employerId)
    if (!statistics) return refuseEmployer('unavailable')
    const rows = statistics.items.map((item) => ({ ...item, made_at: statistics.made_at }))
    return csvDownload('report.csv', visitor.language, CSV, [rows])
  }

const LOGO_WIDTH = 600

const handleCampaignReport =
  ({ shop }: EmployerPortalServer) =>
  async (
    { campaign, language }: ParsedInput<typeof campaignReport>,
    { visitor, now, read }: VisitorCaller,
  ) => {
    const { ownCampaign, batches } = await read(async (sql) => ({
      ownCampaign: (await listOwnCampaigns(sql)).find(({ id }) => String(id) === campaign),
      batches: await listOwnBatches(sql),
    }))
    if (!ownCampaign) return refuseEmployer('not-found')
    const figures = await findEmployerStatistics(shop.sql, visitor.employerId, {
      campaign: ownCampaign.id,
    })
    if (!figures) return refuseEmployer('unavailable')
    const { model, logo } = await findAppearance(shop, { visitor, read })
    const pdf = await campaignReportPdf(
      {
        employer: visitor.employer,
        logo: await loadPrintImage(shop, logo, LOGO_WIDTH),
        theme: portalTheme(model?.channel.themeOptions ?? []),
        campaign: campaignAnswer(
          ownCampaign,
          batches.filter(({ campaign_id }) => campaign_id === ownCampaign.id),
          now,
        ),
        figures: figures.items,
        until: figures.made_at && dayAt(Date.parse(figures.made_at), ownCampaign.zone),
      },
      reportTexts(language ?? visitor.language),
    )
    return new Download(
      `campaign-${campaign}-report.pdf`,
      'application/pdf',
      Readable.from([pdf], { objectMode: false }),
    )
  }

type StatisticsRow = EmployerStatistics['items'][number] & Pick<EmployerStatistics, 'made_at'>

const CSV: CsvColumns<StatisticsRow> = {
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
