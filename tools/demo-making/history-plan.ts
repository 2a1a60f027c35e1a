import { z } from 'zod'

import { addDays, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const language = z.enum(['nl', 'de', 'en'])
const texts = z.partialRecord(language, z.string())

const PlannedCampaign = z
  .strictObject({
    employer: z.string(),
    channel: z.string(),
    /** `{year}` is the year in which it opens. */
    name: z.string(),
    /** Month and day of a campaign that keeps its season. */
    at: z
      .string()
      .regex(/^\d{2}-\d{2}$/)
      .optional(),
    /** Days before the first start. */
    ago: z.int().positive().optional(),
    /** Days from its opening to the last visit. */
    runs: z.int().positive(),
    people: z.int().positive(),
    points: z.int().positive(),
    /** In points; without it the campaign has no budget. */
    budget: z.int().positive().optional(),
    words: z.string().optional(),
    /** Days from its opening to the end of its vouchers. */
    ends: z.int().positive().optional(),
  })
  .refine(({ at, ago }) => (at === undefined) !== (ago === undefined), 'needs at or ago')

const PlannedEmployer = z.strictObject({
  name: z.string(),
  domain: z.string(),
  language,
  /** The number of employees. */
  people: z.int().positive(),
  /** Empty for the employer that the demo world has already. */
  contact: z.string().optional(),
  address: z.string().optional(),
  vat_number: z.string().optional(),
  email: z.string().optional(),
  sender: z.string(),
  departments: z.array(z.string()).min(1),
})

const Question = z.strictObject({ subject: z.string(), body: z.string(), answer: z.string() })
export type Question = z.output<typeof Question>

export const Plan = z.strictObject({
  seed: z.int(),
  /** The last day of the played history. */
  anchor: day,
  employers: z.record(z.string(), PlannedEmployer),
  campaigns: z.array(PlannedCampaign),
  messages: z.record(z.string(), texts),
  names: z.partialRecord(
    language,
    z.strictObject({ first: z.array(z.string()), last: z.array(z.string()) }),
  ),
  questions: z.partialRecord(language, z.array(Question)),
  returns: z.partialRecord(language, z.array(z.string())),
})
export type Plan = z.output<typeof Plan>
export type PlannedEmployer = z.output<typeof PlannedEmployer>

export type Campaign = z.output<typeof PlannedCampaign> & {
  /** The day on which it opens. */
  opens: string
  isSeasonal: boolean
}

/** The language of the channel: what colleagues and recipients write. */
export const languageOf = ({ channel }: Pick<Campaign, 'channel'>): 'nl' | 'de' =>
  channel === '2002' ? 'de' : 'nl'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
/** The time of the last day at which the history ends, so that this day has orders. */
export const ENDS_AT = '12:00'
/** Days after the last visit of a seasonal campaign. By the end of the history its follow-ups are over. */
export const SEASON_TAIL_DAYS = 45

/** A moment in the time zone of the shop. */
export const momentOf = (day: string, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return startOfDay(day, DEFAULT_ZONE) + (hours * 60 + minutes) * MINUTE_MS
}

/** The campaigns with their days, the first one first. */
export function campaignsOf({ campaigns, anchor }: Plan): Campaign[] {
  return campaigns
    .map((campaign) => {
      const opens =
        campaign.ago === undefined ? seasonBefore(campaign, anchor) : addDays(anchor, -campaign.ago)
      const name = campaign.name.replace('{year}', opens.slice(0, 4))
      return { ...campaign, name, opens, isSeasonal: campaign.at !== undefined }
    })
    .toSorted((a, b) => a.opens.localeCompare(b.opens))
}

/** The opening day in the last year in which the campaign was over by this day. */
function seasonBefore(
  { at = '', runs }: { at?: string | undefined; runs: number },
  anchor: string,
) {
  const year = Number(anchor.slice(0, 4))
  const days = [year, year - 1, year - 2].map((one) => `${one}-${at}`)
  return days.find((day) => addDays(day, runs + SEASON_TAIL_DAYS) <= anchor) ?? days[2] ?? anchor
}

/** Only the campaigns of the last days, for a trial. */
export const lastDaysOf = (plan: Plan, days: number): Plan => ({
  ...plan,
  campaigns: plan.campaigns.filter(({ ago }) => ago !== undefined && ago <= days),
})
