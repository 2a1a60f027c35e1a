import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { catalogueNames, gift, giftHistory, gifts } from '#contract/catalog/gifts.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { giftAnswer, wordOf } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import {
  giftList,
  type GiftRow,
  readGiftRows,
} from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { isSeen } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { allLanguages } from '#domain/language.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The default number of points columns. */
const USUAL_CHANNELS = 3
const HISTORY_PAGE = 30
const UNDO_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** The end of the undo period of a change. */
export const undoUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * DAY_MS)
/** Changes before this time cannot be undone. */
export const undoneSince = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

type Name = { id: string; name: string; retired: boolean }

export function giftRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, gifts, listGifts)

  serveStaff(app, backoffice, gift, async ({ id }, { sql, channels, colleague }) => {
    const answer = await giftAnswer(sql, id, { channels, language: colleague.language })
    return answer ?? refuseStaff('not-found')
  })

  serveStaff(app, backoffice, giftHistory, async ({ id, before }, { sql, channels, now }) => {
    const [seen] = await sql`select from product where id = ${id} and ${isSeen(sql, channels)}`
    if (!seen) return refuseStaff('not-found')
    const own = channels === null ? null : ['', SHARED_CHANNEL, ...channels]
    const rows = await sql<
      {
        id: number
        kind: 'gift' | 'bulk' | 'import' | 'undo' | 'merge'
        at: Date
        by: string | null
        reason: string
        undone: boolean
        fields: never[]
      }[]
    >`
      select change.id, change.kind, change.at, staff.name as by, change.reason,
        exists (select from bulk_change undo where undo.undoes_id = change.id) as undone, told.fields
      from (
        select bulk_id, jsonb_agg(jsonb_build_object(
          'field', kind || '.' || field, 'id', id, 'channel', channel_id, 'language', language,
          'before', before, 'after', after) order by kind, id, channel_id, language, field) as fields
        from bulk_change_row
        where product_id = ${id} ${before === undefined ? sql`` : sql`and bulk_id < ${before}`}
          ${own === null ? sql`` : sql`and channel_id = any(${own}::text[])`}
        group by bulk_id order by bulk_id desc limit ${HISTORY_PAGE}
      ) told join bulk_change change on change.id = told.bulk_id
      left join staff on staff.id = change.staff_id
      order by change.id desc`
    return {
      items: rows.map(({ at, id, ...row }) => ({
        ...row,
        id: String(id),
        at: at.toISOString(),
        undo_until: undoUntil(at) > now && !row.undone ? undoUntil(at).toISOString() : null,
      })),
    }
  })

  serveStaff(app, backoffice, catalogueNames, async (_, { sql, colleague: { language } }) => {
    const [brands, groups, dimensions, categories] = await Promise.all([
      sql<Name[]>`select id, name, retired from brand order by lower(name), id`,
      sql<{ id: string; name: string; tags: Name[] }[]>`
        select tag_group.id, ${wordOf(sql, 'tag_group', language)} as name,
          coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', ${wordOf(sql, 'tag', language)}, 'retired', retired)
            order by tag.position, tag.id) filter (where tag.id is not null), '[]') as tags
        from tag_group left join tag on tag.tag_group_id = tag_group.id
        group by tag_group.id order by tag_group.position, tag_group.id`,
      sql<
        {
          id: string
          name: string
          retired: boolean
          values: (Name & { hexcode: string | null })[]
        }[]
      >`
        select dimension.id, ${wordOf(sql, 'dimension', language)} as name, dimension.retired,
          coalesce(jsonb_agg(jsonb_build_object('id', dimension_value.id, 'retired', dimension_value.retired,
            'name', ${wordOf(sql, 'dimension_value', language)}, 'hexcode', hexcode)
            order by dimension_value.position, dimension_value.id)
            filter (where dimension_value.id is not null), '[]') as values
        from dimension left join dimension_value on dimension_value.dimension_id = dimension.id
        group by dimension.id order by dimension.id`,
      sql<{ id: string; name: string; parent: string | null }[]>`
        select distinct on (navigation_item.id) navigation_item.id,
          ${wordOf(sql, 'navigation_item', language)} as name, parent_id as parent
        from navigation_item order by navigation_item.id, channel_id <> ${SHARED_CHANNEL}`,
    ])
    return {
      brands: [...brands],
      groups: [...groups],
      dimensions: [...dimensions],
      categories: [...categories],
    }
  })
}

async function listGifts(asked: ParsedInput<typeof gifts>, asker: SignedIn) {
  const { sql, channels, colleague } = asker
  const reader = { channels, language: colleague.language }
  const shown = await shownChannels(sql, asked.channels, asked.channel, channels)
  return serveList(asker, asked, {
    file: 'gifts',
    list: giftList(asked, reader),
    columns: giftColumns(shown),
    read: (found: { id: string }[]) =>
      readGiftRows(
        sql,
        found.map(({ id }) => id),
        { reader, shown, channel: asked.channel },
      ),
    row: itemOf,
    more: async () => ({ channels: shown }),
  })
}

/** The channels whose points a list shows: the requested ones, limited to the colleague's own. */
async function shownChannels(
  sql: Queries,
  asked: readonly string[] | undefined,
  one: string | undefined,
  own: readonly string[] | null,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from channel
    where id <> ${SHARED_CHANNEL} ${own === null ? sql`` : sql`and id = any(${own as string[]}::text[])`}
      ${asked === undefined ? sql`` : sql`and id = any(${asked as string[]}::text[])`}
      ${asked === undefined && one !== undefined ? sql`and id = ${one}` : sql``}
    order by length(id), id ${asked === undefined ? sql`limit ${USUAL_CHANNELS}` : sql``}`
  return rows.map(({ id }) => id)
}

function itemOf(row: GiftRow) {
  const { brand_id, brand_name, id, name, picture, delivery, offers } = row
  const { in_stock, days_left, languages, active, retired } = row
  const brand = { id: brand_id, name: brand_name }
  return {
    id,
    name,
    picture,
    brand,
    delivery,
    offers,
    in_stock,
    days_left,
    languages,
    active,
    retired,
  }
}

/** In the format of an import: an edited file can be imported again and changes only what was edited. */
function giftColumns(
  shown: readonly string[],
): Record<string, (row: GiftRow) => string | number | boolean | null> {
  return {
    gift: ({ id }) => id,
    ...Object.fromEntries(
      allLanguages.map((language) => [
        `name ${language}`,
        ({ names }: GiftRow) => names[language] ?? null,
      ]),
    ),
    sku: ({ sku }) => sku,
    brand: ({ brand_id }) => brand_id,
    delivery: ({ delivery }) => delivery,
    tags: ({ tags }) => tags.join(' '),
    ...Object.fromEntries(
      shown.map((channel) => [
        `points ${channel}`,
        ({ offers }: GiftRow) => offers.find((one) => one.channel === channel)?.points ?? null,
      ]),
    ),
    in_stock: ({ in_stock }) => in_stock,
    days_left: ({ days_left }) => days_left,
    languages: ({ languages }) => languages.join(' '),
    active: ({ active }) => active,
  }
}
