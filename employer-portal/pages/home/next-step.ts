import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Campaign } from '#employer-portal/components/campaign-facts.ts'

/** What comes next in a campaign, and whether the employer can do it now. */
export type NextStep =
  | { kind: 'set-up' | 'codes-handed-out' | 'remind' }
  | { kind: 'opens'; day: string }
  | { kind: 'correct'; mayRemind: boolean }
  | { kind: 'reminded' | 'reminded-last'; on: string; from: string }

export function nextStepOf({
  batches,
  opens,
  mails,
  last_day,
  reminded_at,
  remind_from,
}: Campaign): NextStep {
  if (batches.length === 0) return { kind: 'set-up' }
  if (opens !== null) return { kind: 'opens', day: opens }
  if (mails === 'bounced') return { kind: 'correct', mayRemind: remind_from === null }
  if (mails === 'none') return { kind: 'codes-handed-out' }
  if (reminded_at === null || remind_from === null) return { kind: 'remind' }
  const isLast = last_day !== null && dayAt(Date.parse(remind_from), DEFAULT_ZONE) > last_day
  return { kind: isLast ? 'reminded-last' : 'reminded', on: reminded_at, from: remind_from }
}
