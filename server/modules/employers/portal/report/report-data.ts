import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import type { PortalTheme } from '#domain/channels/portal-theme.ts'

export type Figure = EmployerStatistics['items'][number]

/** The data of a report: published figures only. */
export type CampaignReport = {
  employer: string
  logo: Buffer | null
  theme: PortalTheme
  campaign: {
    name: string
    started: string | null
    last_day: string | null
    closed: boolean
    codes_until: string | null
    batches: readonly { points: number }[]
  }
  /** The campaign as a whole, and its departments. */
  figures: readonly Figure[]
  /** The day of the figures; null before the first night. */
  until: string | null
}
