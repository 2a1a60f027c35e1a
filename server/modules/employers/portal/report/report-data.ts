import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import type { PortalTheme } from '#domain/channels/portal-theme.ts'

export type Figure = EmployerStatistics['items'][number]

/** What a report shows. Of figures it has what is published, and nothing else. */
export type CampaignReport = {
  employer: string
  logo: Buffer | null
  theme: PortalTheme
  campaign: {
    name: string
    started: string | null
    last_day: string | null
    batches: readonly { points: number }[]
  }
  /** Of this campaign: all of it, and its departments. */
  figures: readonly Figure[]
  /** The day of the figures; null before the first night. */
  until: string | null
}
