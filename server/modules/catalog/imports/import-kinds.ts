import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { linesThatChange } from '#server/modules/catalog/changes/find-changed-rows.ts'
import { judgeGift } from '#server/modules/catalog/imports/judge-gift.ts'
import { judgePoints } from '#server/modules/catalog/imports/judge-points.ts'
import { judgeStock } from '#server/modules/catalog/imports/judge-stock.ts'
import { type Known, readKnown } from '#server/modules/catalog/imports/known-values.sql.ts'
import {
  type Around,
  type ImportRow,
  type Judged,
  RowCheck,
  type Seen,
} from '#server/modules/catalog/imports/row-check.ts'
import { fieldOfColumn } from '#domain/catalog/import-columns.ts'
import { allLanguages } from '#domain/language.ts'
import { SHEET_FACTS } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES } from '#domain/catalog/gift-texts.ts'

/** The possible fields of a kind, and those that every row needs. */
export function fieldsOf(kind: ImportKind, channels: readonly string[]) {
  const points = channels.map((channel) => `points.${channel}`)
  if (kind === 'stock') return { fields: ['sku', 'on_hand', 'from'], needed: ['sku', 'on_hand'] }
  // Points of any channel: a file without a points column would change nothing and look correct.
  if (kind === 'prices') return { fields: ['sku', ...points], needed: ['sku', 'points'] }
  const texts = GIFT_TEXT_NAMES.flatMap((text) =>
    allLanguages.map((language) => `${text}.${language}`),
  )
  return {
    fields: ['gift', 'sku', 'brand', ...SHEET_FACTS, 'tags', ...texts, ...points],
    needed: ['gift'],
  }
}

/** Guesses by column headers, unless the same headers were mapped before. */
export function guessMapping(
  columns: readonly string[],
  fields: readonly string[],
  channelName: (id: string) => string | undefined,
): (string | null)[] {
  const used = new Set<string>()
  return columns.map((column) => {
    const guess = fieldOfColumn(column, channelName)
    if (guess === undefined || !fields.includes(guess) || used.has(guess)) return null
    used.add(guess)
    return guess
  })
}

/** Checks rows exactly as an import does: every invalid cell is listed, with a suggestion. */
export async function judgeRows(
  sql: Queries,
  rows: readonly ImportRow[],
  around: Around,
): Promise<Judged[]> {
  const known = await readKnown(sql, rows, around)
  const seen: Seen = new Map()
  const judged = rows.map((row) => judgeRow(row, around, known, seen))
  await keepToTheirs(sql, judged, around)
  return judged
}

/** A row may repeat shared data, as the exported list does, but must not change it. */
async function keepToTheirs(sql: Queries, judged: readonly Judged[], { mapping }: Around) {
  const foreign = judged.flatMap(({ foreign, line, writes }) =>
    foreign ? { line, writes: writes.filter(({ field }) => !field.startsWith('offer.')) } : [],
  )
  const otherwise = await linesThatChange(sql, foreign)
  for (const one of judged.filter(({ foreign }) => foreign)) {
    one.writes = one.writes.filter(({ field }) => field.startsWith('offer.'))
    if (!otherwise.has(one.line)) continue
    one.problems.push({
      column: Math.max(mapping.indexOf('gift'), 0),
      code: 'not-yours',
      hint: null,
    })
  }
}

function judgeRow(imported: ImportRow, around: Around, known: Known, seen: Seen): Judged {
  const row = new RowCheck(imported, around, seen)
  const { judged } = row
  if (around.kind === 'gifts') {
    const gift = row.code('gift')
    if (gift === null) return judged
    const namesSku = (row.cell('sku') ?? '') !== ''
    const sku = namesSku ? row.code('sku') : articleMeant(gift, known)
    if (sku === null && namesSku) return judged
    judgeGift(row, { gift, sku }, known)
    return judged
  }
  const sku = row.code('sku')
  if (sku === null) return judged
  const article = known.articles.get(sku)
  if (!article || article.retired) row.wrong('sku', 'unknown-article')
  else if (around.kind === 'prices') judgePoints(row, { gift: article.product_id, sku }, known)
  else judgeStock(row, sku, known)
  return judged
}

/** The only variant of a gift; a new gift gets one with its own name. Null: several variants, or none any more. */
function articleMeant(gift: string, { articlesOf }: Known): string | null {
  const articles = articlesOf.get(gift)
  if (!articles) return gift
  const live = articles.filter(({ retired }) => !retired)
  const [only, ...others] = live.length > 0 ? live : articles
  return only && others.length === 0 ? only.sku : null
}
