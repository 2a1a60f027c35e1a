import type { FastifyInstance } from 'fastify'

import { giftSales } from '#contract/reports/gift-sales.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { addDays, dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { isVisibleGift } from '#server/modules/catalog/gifts/gift.sql.ts'
import {
  hasMovedBefore,
  listSoldByWeek,
  listStockMovesByWeek,
  findStockNow,
} from '#server/modules/reports/gift-sales.sql.ts'

const WEEK_DAYS = 7

export function giftSalesRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, giftSales, handleGiftSales)
}

/** The stock of a past week is today's stock minus the changes since. Before the first count it is unknown, not 0. */
async function handleGiftSales(
  { id, weeks: count }: ParsedInput<typeof giftSales>,
  { sql, channels, now }: SignedIn,
) {
  if (!(await isVisibleGift(sql, id, channels))) return refuseStaff('not-found')
  const tomorrow = addDays(dayAt(now.getTime(), DEFAULT_ZONE), 1)
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    addDays(tomorrow, WEEK_DAYS * (index - count)),
  )
  const edges = starts.map((day) => new Date(startOfDay(day, DEFAULT_ZONE)))
  const period = { gift: id, edges, channels }
  const [sold, moves, inStock, movedBefore] = await Promise.all([
    listSoldByWeek(sql, period),
    listStockMovesByWeek(sql, period),
    findStockNow(sql, id),
    hasMovedBefore(sql, period),
  ])
  const firstKnownWeek =
    movedBefore || moves.length === 0 ? 0 : Math.min(...moves.map(({ week }) => week))
  const changedAfter = (week: number) =>
    moves.filter((move) => move.week > week).reduce((sum, { units }) => sum + units, 0)
  function stockAt(week: number) {
    if (inStock === null) return null
    const level = inStock - changedAfter(week)
    return level === 0 && week < firstKnownWeek ? null : level
  }
  return {
    weeks: starts.slice(0, count).map((from, index) => ({
      from,
      to: addDays(from, WEEK_DAYS - 1),
      sold: sold.find(({ week }) => week === index + 1)?.units ?? 0,
      stock: stockAt(index + 1),
    })),
  }
}
