import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { findChangedLines } from '#server/modules/catalog/changes/find-changed-rows.ts'
import { checkGift } from '#server/modules/catalog/imports/check-gift.ts'
import { checkPoints } from '#server/modules/catalog/imports/check-points.ts'
import { checkStock } from '#server/modules/catalog/imports/check-stock.ts'
import {
  type KnownValues,
  readKnownValues,
} from '#server/modules/catalog/imports/known-values.sql.ts'
import {
  type ImportContext,
  type ImportRow,
  type CheckedRow,
  RowCheck,
  type SeenValues,
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

/** Guesses the field of each column from its header. Null: no field fits, or an earlier column has it. */
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
export async function checkRows(
  sql: Queries,
  rows: readonly ImportRow[],
  context: ImportContext,
): Promise<CheckedRow[]> {
  const known = await readKnownValues(sql, rows, context)
  const seen: SeenValues = new Map()
  const checkedRows = rows.map((row) => checkRow(row, context, known, seen))
  await refuseForeignChanges(sql, checkedRows, context)
  return checkedRows
}

/** A row of a gift that other channels sell too may repeat its shared data, but not change it. */
async function refuseForeignChanges(
  sql: Queries,
  checkedRows: readonly CheckedRow[],
  { mapping }: ImportContext,
) {
  const sharedWrites = checkedRows.flatMap(({ isForeign, line, writes }) =>
    isForeign ? { line, writes: writes.filter(({ field }) => !field.startsWith('offer.')) } : [],
  )
  const changedLines = await findChangedLines(sql, sharedWrites)
  for (const row of checkedRows.filter(({ isForeign }) => isForeign)) {
    row.writes = row.writes.filter(({ field }) => field.startsWith('offer.'))
    if (!changedLines.has(row.line)) continue
    row.problems.push({
      column: Math.max(mapping.indexOf('gift'), 0),
      code: 'not-yours',
      hint: null,
    })
  }
}

function checkRow(
  imported: ImportRow,
  context: ImportContext,
  known: KnownValues,
  seen: SeenValues,
): CheckedRow {
  const row = new RowCheck(imported, context, seen)
  const { result } = row
  if (context.kind === 'gifts') {
    const gift = row.readCode('gift')
    if (gift === null) return result
    const hasSku = (row.cell('sku') ?? '') !== ''
    const sku = hasSku ? row.readCode('sku') : findOnlyVariant(gift, known)
    if (sku === null && hasSku) return result
    checkGift(row, { gift, sku }, known)
    return result
  }
  const sku = row.readCode('sku')
  if (sku === null) return result
  const article = known.articles.get(sku)
  if (!article || article.retired) row.addProblem('sku', 'unknown-article')
  else if (context.kind === 'prices') checkPoints(row, { gift: article.product_id, sku }, known)
  else checkStock(row, sku, known)
  return result
}

/** The SKU of the only variant of a gift. A new gift gets a variant with its own code. Null if it is not clear which. */
function findOnlyVariant(gift: string, { articlesOf }: KnownValues): string | null {
  const articles = articlesOf.get(gift)
  if (!articles) return gift
  const current = articles.filter(({ retired }) => !retired)
  const [only, ...others] = current.length > 0 ? current : articles
  return only && others.length === 0 ? only.sku : null
}
