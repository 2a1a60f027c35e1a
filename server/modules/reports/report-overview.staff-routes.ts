import type { FastifyInstance } from 'fastify'

import {
  activations,
  pointsOwed,
  reportOverview,
  reportTop,
  runningBatches,
} from '#contract/reports/report-overview.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { type Comparison, comparedPeriod } from '#domain/reports/compared-period.ts'
import { addDays, dayAt, lastDayBefore } from '#domain/time/zone-days.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  channelOfActivations,
  findVoucherSpan,
  listActivations,
  listRunningBatches,
} from '#server/modules/reports/activations.sql.ts'
import { balancesOf } from '#server/modules/reports/points-owed.sql.ts'
import { askedPeriod } from '#server/modules/reports/report-period.ts'
import { overviewOf } from '#server/modules/reports/report-overview.sql.ts'
import {
  topCategories,
  topChannels,
  topEmployers,
  topGifts,
} from '#server/modules/reports/report-top.sql.ts'

export function reportOverviewRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, reportOverview, showOverview)

  serveStaff(app, backoffice, reportTop, listTop)

  serveStaff(app, backoffice, pointsOwed, showPointsOwed)

  serveStaff(app, backoffice, activations, showActivations)

  serveStaff(app, backoffice, runningBatches, showRunningBatches)
}

type Compared = { channel?: string | undefined; from: string; to: string; compare: Comparison }

async function bothPeriods({ channel, from, to, compare }: Compared, caller: SignedIn) {
  const before = comparedPeriod({ from, to }, compare)
  const periods = await Promise.all([
    askedPeriod({ channel, from, to }, caller),
    askedPeriod({ channel, ...before }, caller),
  ])
  return periods[0] && periods[1] ? { now: periods[0], before: periods[1] } : undefined
}

async function showOverview(input: ParsedInput<typeof reportOverview>, caller: SignedIn) {
  const periods = await bothPeriods(input, caller)
  if (!periods) return refuseStaff('not-found')
  const [now, before] = await Promise.all([
    overviewOf(caller.sql, periods.now),
    overviewOf(caller.sql, periods.before),
  ])
  return { now, before }
}

async function listTop(
  { measure, only, ...query }: ParsedInput<typeof reportTop>,
  caller: SignedIn,
) {
  const periods = await bothPeriods(query, caller)
  if (!periods) return refuseStaff('not-found')
  const { sql, colleague, may } = caller
  const wanted = { ...periods, language: colleague.language }
  const [gifts, categories, channels, employers] = await Promise.all([
    topGifts(sql, wanted),
    only === undefined ? topCategories(sql, wanted) : [],
    only === undefined ? topChannels(sql, wanted, measure) : [],
    only === undefined && may('employer.read') ? topEmployers(sql, wanted, measure) : [],
  ])
  return {
    gifts: [...gifts],
    categories: [...categories],
    channels: [...channels],
    employers: [...employers],
  }
}

async function showPointsOwed(input: ParsedInput<typeof pointsOwed>, caller: SignedIn) {
  const period = await askedPeriod(input, caller)
  if (!period) return refuseStaff('not-found')
  const { atEnd, changes } = await balancesOf(caller.sql, period)
  const days: { day: string; points: number }[] = []
  let points = atEnd
  for (let day = input.to; day >= input.from; day = addDays(day, -1)) {
    days.unshift({ day, points })
    points -= changes.get(day) ?? 0
  }
  return { days }
}

async function showActivations(
  { batch, campaign }: ParsedInput<typeof activations>,
  { sql, now, within }: SignedIn,
) {
  const of = batch === undefined ? { campaign: campaign ?? '' } : { batch }
  const place = await channelOfActivations(sql, of)
  if (!place || !within(place.channel)) return refuseStaff('not-found')
  const [span, found] = await Promise.all([
    findVoucherSpan(sql, of),
    listActivations(sql, of, place.zone),
  ])
  const today = dayAt(now.getTime(), place.zone)
  const ended = span?.ends ? lastDayBefore(span.ends.getTime(), place.zone) : null
  const begins = dayAt(span?.begins?.getTime() ?? now.getTime(), place.zone)
  // A code can be used before its batch is recorded, by the channel's day.
  const firstDay = [begins, found[0]?.day ?? begins, today].toSorted()[0] ?? today
  const until = ended !== null && ended < today ? ended : today
  const byDay = new Map(found.map(({ day, count }) => [day, count]))
  const days: number[] = []
  for (let day = firstDay; day <= until; day = addDays(day, 1)) days.push(byDay.get(day) ?? 0)
  // A campaign ends on its last day, even if its vouchers are valid longer.
  const isOfCampaign = place.closes !== null && (ended === null || place.closes <= ended)
  return {
    vouchers: span?.vouchers ?? 0,
    first_day: firstDay,
    today,
    last_day: isOfCampaign ? place.closes : ended,
    ends_with: isOfCampaign ? ('campaign' as const) : ('vouchers' as const),
    days,
  }
}

async function showRunningBatches(
  { channel }: ParsedInput<typeof runningBatches>,
  { sql, now, channels, within }: SignedIn,
) {
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const items = await listRunningBatches(sql, {
    now,
    channels: channel === undefined ? channels : [channel],
  })
  return { items: [...items] }
}
