import { nextEnd } from '#domain/employers/campaign-end.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Campaign } from '#employer-portal/components/campaign-facts.ts'

/** The next step of a campaign, and whether the employer can take it now. */
export type NextStep =
  | { kind: 'set-up' | 'codes-handed-out' | 'remind' | 'remind-later' | 'over' }
  | { kind: 'opens'; day: string }
  | { kind: 'correct'; mayRemind: boolean }
  | { kind: 'reminded' | 'reminded-last'; on: string; from: string }

/** With so many days left or fewer, a reminder is the next step. */
const ENDING_SOON_DAYS = 30

export const isEndingSoon = ({ days_left }: Campaign) =>
  days_left !== null && days_left <= ENDING_SOON_DAYS

export function nextStepOf(campaign: Campaign): NextStep {
  const { batches, opens, mails, codes_until, remind_from } = campaign
  const [reminded] = campaign.reminders
  if (campaign.ended) return { kind: 'over' }
  if (batches.length === 0) return { kind: 'set-up' }
  if (opens !== null) return { kind: 'opens', day: opens }
  if (mails === 'bounced') return { kind: 'correct', mayRemind: remind_from === null }
  if (mails === 'none') return { kind: 'codes-handed-out' }
  if (reminded === undefined || remind_from === null)
    return { kind: isEndingSoon(campaign) ? 'remind' : 'remind-later' }
  const isLast = codes_until !== null && dayAt(Date.parse(remind_from), DEFAULT_ZONE) > codes_until
  return { kind: isLast ? 'reminded-last' : 'reminded', on: reminded, from: remind_from }
}

/** Campaigns with an action come first, then those that end first. */
export const byUrgency = (campaigns: readonly Campaign[]): Campaign[] => {
  const rank = (campaign: Campaign) => (nextStepOf(campaign).kind === 'correct' ? 0 : 1)
  const end = (campaign: Campaign) => nextEnd(campaign) ?? NEVER
  return campaigns.toSorted((a, b) => rank(a) - rank(b) || end(a).localeCompare(end(b)))
}

const NEVER = '9999-12-31'
