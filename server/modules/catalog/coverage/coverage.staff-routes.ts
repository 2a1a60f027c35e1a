import type { FastifyInstance } from 'fastify'

import { coverage, REACHES, whyHidden, type WHY_HIDDEN } from '#contract/catalog/coverage.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { maximumPoints } from '#domain/vouchers/points.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { giftAnswer, wordOf } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { allLanguages } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** What holders really see of the catalogue, and why of a gift they do not. */
export function coverageRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, coverage, async ({ channel, language, in_stock }, asker) => {
    const { sql, within, channels } = asker
    if (!within(channel)) return refuseStaff('not-found')
    const most = REACHES.at(-1) ?? 0
    const [own] = await sql<{ own: boolean }[]>`
      select exists (select from navigation_item where channel_id = ${channel}) as own`
    const menu = own?.own ? channel : SHARED_CHANNEL
    const rows = await sql<
      {
        id: string | null
        name: string | null
        points: number | null
        gifts: number
        elsewhere: number
      }[]
    >`
      with sold as materialized (
        select article.product_id, min(offer.points) as points
        from offer join article using (sku) left join stock using (sku)
        where offer.channel_id = ${channel} and offer.active and not article.retired
          and (${in_stock} = 'no' or stock.sku is null or stock.on_hand > stock.reserved)
          and exists (
            select from product_text said join product on product.id = said.product_id
            where said.product_id = article.product_id and said.language = ${language} and said.name is not null
              and said.channel_id in (${channel}, product.owner_channel_id, ${SHARED_CHANNEL}))
        group by 1
      ), others as materialized (
        select article.product_id, min(offer.points) as points
        from offer join article using (sku) left join stock using (sku)
        where offer.active and not article.retired and offer.points <= ${most} and offer.channel_id <> ${channel}
          ${channels === null ? sql`` : sql`and offer.channel_id = any(${channels as string[]}::text[])`}
          and (stock.sku is null or stock.on_hand > stock.reserved)
          and not exists (
            select from offer here join article one using (sku)
            where here.channel_id = ${channel} and here.active and one.product_id = article.product_id)
        group by 1
      ), tops as (
        select navigation_item.id, ${wordOf(sql, 'navigation_item', language)} as name, position
        from navigation_item where channel_id = ${menu} and parent_id is null
      ), below as (
        select tops.id, said.tag_id from tops
        join navigation_item item on item.channel_id = ${menu} and (item.id = tops.id or item.parent_id = tops.id)
        join navigation_tag said on said.channel_id = item.channel_id and said.item_id = item.id
      ), inside as (
        select distinct below.id, tagged.product_id from below join product_tag tagged using (tag_id)
      )
      select tops.id, tops.name, reach.points,
        count(sold.product_id) filter (where sold.points <= reach.points)::integer as gifts,
        count(others.product_id) filter (where others.points <= reach.points)::integer as elsewhere
      from tops cross join unnest(${[...REACHES]}::integer[]) reach (points)
      left join inside on inside.id = tops.id
      left join sold on sold.product_id = inside.product_id
      left join others on others.product_id = inside.product_id
      group by tops.id, tops.name, tops.position, reach.points
      union all
      select null, null, reach.points, count(*) filter (where sold.points <= reach.points)::integer, 0
      from unnest(${[...REACHES]}::integer[]) reach (points) left join sold on true group by reach.points
      order by 3`
    const balances = await sql<{ step: number; balances: number }[]>`
      select width_bucket(voucher_balance.available, ${[...REACHES]}::integer[]) as step, count(*)::integer as voucher_balances
      from voucher_balance join voucher on voucher.id = voucher_balance.voucher_id
      where voucher.channel_id = ${channel} and voucher_balance.available > 0 and voucher.blocked_at is null
      group by 1`
    const all = balances.reduce((sum, one) => sum + one.balances, 0)
    const order = await sql<{ id: string }[]>`
      select id from navigation_item where channel_id = ${menu} and parent_id is null
      order by position, id`
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
  })

  serveStaff(app, backoffice, whyHidden, async ({ id, channel, language, points }, asker) => {
    const { sql, within, channels, colleague } = asker
    const gift = within(channel)
      ? await giftAnswer(sql, id, { channels, language: colleague.language })
      : undefined
    const [place] = await sql<{ can_buy_points: boolean }[]>`
      select can_buy_points from channel where id = ${channel}`
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
  })
}

type Reason = {
  why: (typeof WHY_HIDDEN)[number]
  hides: boolean
  detail: string
  resolve: 'variants' | 'offers' | 'stock' | 'texts' | 'facts'
}
