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
import { readGift } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { allLanguages } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  hasOwnMenu,
  listGiftCounts,
  listBalanceCounts,
  listMenuItems,
  canBuyPointsIn,
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
  const menu = (await hasOwnMenu(sql, channel)) ? channel : SHARED_CHANNEL
  const rows = await listGiftCounts(sql, {
    channel,
    inStock: in_stock,
    language,
    readerLanguage: colleague.language,
    most: REACHES.at(-1) ?? 0,
    channels,
    menu,
  })
  const balances = await listBalanceCounts(sql, channel)
  const allBalances = balances.reduce((sum, step) => sum + step.balances, 0)
  const menuItems = await listMenuItems(sql, menu)
  return {
    points: [...REACHES],
    rows: menuItems.map(({ id }) => {
      const counts = rows.filter((row) => row.id === id)
      return {
        category: { id, name: counts[0]?.name ?? id },
        reach: counts.map(({ gifts }) => gifts),
        elsewhere: counts.map(({ elsewhere }) => elsewhere),
      }
    }),
    all: rows.filter(({ id }) => id === null).map(({ gifts }) => gifts),
    balances: REACHES.map((_, index) => {
      const count = balances.find(({ step }) => step === index + 1)?.balances ?? 0
      return allBalances === 0 ? 0 : Math.round((100 * count) / allBalances)
    }),
  }
}

async function handleHiddenReasons(
  { id, channel, language, points }: ParsedInput<typeof hiddenReasons>,
  caller: SignedIn,
) {
  const { sql, within, channels, colleague } = caller
  const gift = within(channel)
    ? await readGift(sql, id, { channels, language: colleague.language })
    : undefined
  const canBuyPoints = await canBuyPointsIn(sql, channel)
  if (!gift || canBuyPoints === undefined) return refuseStaff('not-found')
  const currentArticles = gift.articles.filter(({ retired }) => !retired)
  const offers = gift.offers.filter(
    (offer) => offer.channel === channel && currentArticles.some(({ sku }) => sku === offer.sku),
  )
  const active = offers.filter((offer) => offer.active)
  const inStock = active.filter(({ sku }) => {
    const stock = currentArticles.find((article) => article.sku === sku)?.shelf
    return !stock || stock.on_hand > stock.reserved
  })
  const lowestPoints = Math.min(...active.map((offer) => offer.points))
  const names = gift.texts.filter(
    (text) =>
      text.name !== null && [channel, gift.owner_channel, SHARED_CHANNEL].includes(text.channel),
  )
  const reasons: Reason[] = []
  const addReason = (why: Reason['why'], resolve: Reason['resolve'], detail = '', hides = true) =>
    reasons.push({ why, hides, detail, resolve })
  if (currentArticles.length === 0) addReason('retired', 'variants')
  else if (offers.length === 0) addReason('never-offered', 'offers', channel)
  else if (active.length === 0) addReason('not-on-sale', 'offers', channel)
  else if (inStock.length === 0)
    addReason('sold-out', 'stock', active.map(({ sku }) => sku).join(', '), false)
  if (active.length > 0 && points !== undefined) {
    const maximum = maximumPoints({ available: points, canBuyPoints })
    if (lowestPoints > maximum) addReason('above-balance', 'offers', String(lowestPoints))
  }
  if (names.length === 0) addReason('no-name', 'texts', '', false)
  else if (!names.some((name) => name.language === language)) {
    const shownLanguage = allLanguages.find((other) =>
      names.some((name) => name.language === other),
    )
    addReason('other-language', 'texts', shownLanguage ?? '', false)
  }
  if (gift.tags.length === 0) addReason('no-tag', 'facts', '', false)
  return { name: gift.name, shown: !reasons.some(({ hides }) => hides), reasons }
}

type Reason = {
  why: (typeof WHY_HIDDEN)[number]
  hides: boolean
  detail: string
  resolve: 'variants' | 'offers' | 'stock' | 'texts' | 'facts'
}
