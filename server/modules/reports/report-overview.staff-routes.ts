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
import { findBalanceChanges } from '#server/modules/reports/points-owed.sql.ts'
import { requestedPeriod } from '#server/modules/reports/report-period.ts'
import { findOverview } from '#server/modules/reports/report-overview.sql.ts'
import {
  listTopCategories,
  listTopChannels,
  listTopEmployers,
  listTopGifts,
} from '#server/modules/reports/report-top.sql.ts'

export function reportOverviewRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, reportOverview, showOverview)

  serveStaff(app, backoffice, reportTop, listTop)

  serveStaff(app, backoffice, pointsOwed, showPointsOwed)

  serveStaff(app, backoffice, activations, showActivations)

  serveStaff(app, backoffice, runningBatches, showRunningBatches)
}

type ComparedPeriods = {
  channel?: string | undefined
  from: string
  to: string
  compare: Comparison
}

async function bothPeriods({ channel, from, to, compare }: ComparedPeriods, caller: SignedIn) {
  const before = comparedPeriod({ from, to }, compare)
  const [now, earlier] = await Promise.all([
    requestedPeriod({ channel, from, to }, caller),
    requestedPeriod({ channel, ...before }, caller),
  ])
  return now && earlier ? { now, before: earlier } : undefined
}

async function showOverview(input: ParsedInput<typeof reportOverview>, caller: SignedIn) {
  const periods = await bothPeriods(input, caller)
  if (!periods) return refuseStaff('not-found')
  const [now, before] = await Promise.all([
    findOverview(caller.sql, periods.now),
    findOverview(caller.sql, periods.before),
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
  const topQuery = { ...periods, language: colleague.language }
  const [gifts, categories, channels, employers] = await Promise.all([
    listTopGifts(sql, topQuery),
    only === undefined ? listTopCategories(sql, topQuery) : [],
    only === undefined ? listTopChannels(sql, topQuery, measure) : [],
    only === undefined && may('employer.read') ? listTopEmployers(sql, topQuery, measure) : [],
  ])
  return {
    gifts: [...gifts],
    categories: [...categories],
    channels: [...channels],
    employers: [...employers],
  }
}

async function showPointsOwed(input: ParsedInput<typeof pointsOwed>, caller: SignedIn) {
  const period = await requestedPeriod(input, caller)
  if (!period) return refuseStaff('not-found')
  const { atEnd, changes } = await findBalanceChanges(caller.sql, period)
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
  const subject = batch === undefined ? { campaign: campaign ?? '' } : { batch }
  const scope = await channelOfActivations(sql, subject)
  if (!scope || !within(scope.channel)) return refuseStaff('not-found')
  const [span, found] = await Promise.all([
    findVoucherSpan(sql, subject),
    listActivations(sql, subject, scope.zone),
  ])
  const today = dayAt(now.getTime(), scope.zone)
  const lastVoucherDay = span?.ends_at ? lastDayBefore(span.ends_at.getTime(), scope.zone) : null
  const firstVoucherDay = dayAt(span?.starts_at?.getTime() ?? now.getTime(), scope.zone)
  // A code can be used before its batch is recorded, by the channel's day.
  const firstDay = [firstVoucherDay, found[0]?.day ?? firstVoucherDay, today].toSorted()[0] ?? today
  const until = lastVoucherDay !== null && lastVoucherDay < today ? lastVoucherDay : today
  const byDay = new Map(found.map(({ day, count }) => [day, count]))
  const days: number[] = []
  for (let day = firstDay; day <= until; day = addDays(day, 1)) days.push(byDay.get(day) ?? 0)
  // A campaign ends on its last day, even if its vouchers are valid longer.
  const isOfCampaign =
    scope.closes !== null && (lastVoucherDay === null || scope.closes <= lastVoucherDay)
  return {
    vouchers: span?.vouchers ?? 0,
    first_day: firstDay,
    today,
    last_day: isOfCampaign ? scope.closes : lastVoucherDay,
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
