import type { FastifyInstance } from 'fastify'

import {
  coverage,
  REACHES,
  hiddenReasons,
  type WHY_HIDDEN,
} from '#contract/catalog/coverage.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { maximumPoints } from '#domain/vouchers/points.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { giftAnswer } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { allLanguages } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  findOwnMenu,
  listGiftCounts,
  listBalanceCounts,
  listMenuItems,
  findPointPurchase,
} from '#server/modules/catalog/coverage/coverage.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The part of the catalogue that recipients can see, and why they do not see a gift. */
export function coverageRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, coverage, handleCoverage)

  serveStaff(app, backoffice, hiddenReasons, handleHiddenReasons)
}

async function handleCoverage(
  { channel, language, in_stock }: ParsedInput<typeof coverage>,
  caller: SignedIn,
) {
  const { sql, within, channels, colleague } = caller
  if (!within(channel)) return refuseStaff('not-found')
  const most = REACHES.at(-1) ?? 0
  const own = await findOwnMenu(sql, channel)
  const menu = own?.own ? channel : SHARED_CHANNEL
  const rows = await listGiftCounts(sql, {
    channel,
    inStock: in_stock,
    language,
    reader: colleague.language,
    most,
    channels,
    menu,
  })
  const balances = await listBalanceCounts(sql, channel)
  const all = balances.reduce((sum, one) => sum + one.balances, 0)
  const order = await listMenuItems(sql, menu)
  return {
    points: [...REACHES],
    rows: order.map(({ id }) => {
      const own = rows.filter((row) => row.id === id)
      return {
        category: { id, name: own[0]?.name ?? id },
        reach: own.map(({ gifts }) => gifts),
        elsewhere: own.map((row) => row.elsewhere),
      }
    }),
    all: rows.filter(({ id }) => id === null).map(({ gifts }) => gifts),
    balances: REACHES.map((_, at) => {
      const here = balances.find(({ step }) => step === at + 1)?.balances ?? 0
      return all === 0 ? 0 : Math.round((100 * here) / all)
    }),
  }
}

async function handleHiddenReasons(
  { id, channel, language, points }: ParsedInput<typeof hiddenReasons>,
  caller: SignedIn,
) {
  const { sql, within, channels, colleague } = caller
  const gift = within(channel)
    ? await giftAnswer(sql, id, { channels, language: colleague.language })
    : undefined
  const place = await findPointPurchase(sql, channel)
  if (!gift || !place) return refuseStaff('not-found')
  const alive = gift.articles.filter(({ retired }) => !retired)
  const offers = gift.offers.filter(
    (offer) => offer.channel === channel && alive.some(({ sku }) => sku === offer.sku),
  )
  const active = offers.filter((offer) => offer.active)
  const there = active.filter(({ sku }) => {
    const shelf = alive.find((one) => one.sku === sku)?.shelf
    return !shelf || shelf.on_hand > shelf.reserved
  })
  const least = Math.min(...active.map((offer) => offer.points))
  const names = gift.texts.filter(
    ({ name, channel: of }) =>
      name !== null && [channel, gift.owner_channel, SHARED_CHANNEL].includes(of),
  )
  const reasons: Reason[] = []
  const because = (why: Reason['why'], resolve: Reason['resolve'], detail = '', hides = true) =>
    reasons.push({ why, hides, detail, resolve })
  if (alive.length === 0) because('retired', 'variants')
  else if (offers.length === 0) because('never-offered', 'offers', channel)
  else if (active.length === 0) because('not-on-sale', 'offers', channel)
  else if (there.length === 0)
    because('sold-out', 'stock', active.map(({ sku }) => sku).join(', '), false)
  if (active.length > 0 && points !== undefined) {
    const reach = maximumPoints({ available: points, canBuyPoints: place.can_buy_points })
    if (least > reach) because('above-balance', 'offers', String(least))
  }
  if (names.length === 0) because('no-name', 'texts', '', false)
  else if (!names.some((one) => one.language === language)) {
    const read = allLanguages.find((other) => names.some((one) => one.language === other)) ?? ''
    because('other-language', 'texts', read, false)
  }
  if (gift.tags.length === 0) because('no-tag', 'facts', '', false)
  return { name: gift.name, shown: !reasons.some(({ hides }) => hides), reasons }
}

type Reason = {
  why: (typeof WHY_HIDDEN)[number]
  hides: boolean
  detail: string
  resolve: 'variants' | 'offers' | 'stock' | 'texts' | 'facts'
}
