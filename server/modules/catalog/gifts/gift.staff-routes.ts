import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { attributeNames, gift, giftHistory, gifts } from '#contract/catalog/gifts.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { readGift } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import {
  giftList,
  type GiftRow,
  readGiftRows,
} from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { SHEET_FACTS, type SheetFact } from '#domain/catalog/gift-facts.ts'
import { allLanguages } from '#domain/language.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  isVisibleGift,
  listGiftChanges,
  listBrandNames,
  listTagNames,
  listDimensionNames,
  listMenuNames,
  listShownChannels,
} from '#server/modules/catalog/gifts/gift.sql.ts'

export function giftRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, gifts, listGifts)

  serveStaff(app, backoffice, gift, handleGift)

  serveStaff(app, backoffice, giftHistory, handleGiftHistory)

  serveStaff(app, backoffice, attributeNames, handleAttributeNames)
}

async function handleGift(
  { id }: ParsedInput<typeof gift>,
  { sql, channels, colleague }: SignedIn,
) {
  const answer = await readGift(sql, id, { channels, language: colleague.language })
  return answer ?? refuseStaff('not-found')
}

async function handleGiftHistory(
  { id, before }: ParsedInput<typeof giftHistory>,
  { sql, channels, now }: SignedIn,
) {
  if (!(await isVisibleGift(sql, id, channels))) return refuseStaff('not-found')
  const own = channels === null ? null : ['', SHARED_CHANNEL, ...channels]
  const rows = await listGiftChanges(sql, { id, before, own })
  return {
    items: rows.map(({ at, id, ...row }) => ({
      ...row,
      id: String(id),
      at: at.toISOString(),
      undo_until:
        changeUndoUntil(at) > now && !row.undone ? changeUndoUntil(at).toISOString() : null,
    })),
  }
}

async function handleAttributeNames(
  _: ParsedInput<typeof attributeNames>,
  { sql, colleague: { language } }: SignedIn,
) {
  const [brands, groups, dimensions, categories] = await Promise.all([
    listBrandNames(sql),
    listTagNames(sql, language),
    listDimensionNames(sql, language),
    listMenuNames(sql, language),
  ])
  return {
    brands: [...brands],
    groups: [...groups],
    dimensions: [...dimensions],
    categories: [...categories],
  }
}

async function listGifts(query: ParsedInput<typeof gifts>, caller: SignedIn) {
  const { sql, channels, colleague } = caller
  const reader = { channels, colleague, language: colleague.language }
  const shown = await listShownChannels(sql, query.channels, query.channel, channels)
  return serveList(caller, query, {
    file: 'gifts',
    list: giftList(query, reader),
    columns: giftColumns(shown),
    read: (found: { id: string }[]) =>
      readGiftRows(
        sql,
        found.map(({ id }) => id),
        { reader, shown, channel: query.channel },
      ),
    row: itemOf,
    more: async () => ({ channels: shown }),
  })
}

function itemOf(row: GiftRow) {
  const { id, name, picture, delivery, offers, in_stock, days_left, languages, active, retired } =
    row
  const brand = { id: row.brand_id, name: row.brand_name }
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

const factColumns = Object.fromEntries(
  SHEET_FACTS.map((name) => [name, (row: GiftRow) => row[name]]),
) as Record<SheetFact, (row: GiftRow) => string | boolean>

/** The columns of an import, so that an edited export can be imported again. */
function giftColumns(shown: readonly string[]): ListFile<'gifts', GiftRow> {
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
    ...factColumns,
    tags: ({ tags }) => tags.join(' '),
    ...Object.fromEntries(
      shown.map((channel) => [
        `points ${channel}`,
        ({ offers }: GiftRow) => offers.find((offer) => offer.channel === channel)?.points ?? null,
      ]),
    ),
    in_stock: ({ in_stock }) => in_stock,
    days_left: ({ days_left }) => days_left,
    languages: ({ languages }) => languages.join(' '),
    active: ({ active }) => active,
    ...notInFile('id', 'name', 'picture', 'offers', 'retired'),
  }
}
