import type { FieldWrite } from '#server/modules/catalog/changes/write-catalog.ts'
import type { Known } from '#server/modules/catalog/imports/known-values.sql.ts'
import { nameOf, type RowCheck } from '#server/modules/catalog/imports/row-check.ts'

/** The subject of a row. Without a sku it is a gift with several variants. */
export type Subject = { gift: string; sku: string | null }

/** The channel's current points; for several variants the lowest, as the gift list shows. */
function pointsNow(
  { gift, sku }: Subject,
  channel: string,
  { articlesOf, points }: Known,
): number | undefined {
  if (sku !== null) return points.get(`${channel} ${sku}`)
  const offered = (articlesOf.get(gift) ?? []).flatMap(
    (one) => (one.retired ? undefined : points.get(`${channel} ${one.sku}`)) ?? [],
  )
  return offered.length === 0 ? undefined : Math.min(...offered)
}

export function checkPoints(row: RowCheck, subject: Subject, known: Known) {
  for (const field of row.context.mapping) {
    if (!field?.startsWith('points.')) continue
    const cell = row.cell(field) ?? ''
    if (cell === '') continue
    const points = row.readWholeNumber(field, cell)
    if (points === null) continue
    if (points > 100_000) row.addProblem(field, 'out-of-range')
    else checkOffer(row, subject, { field, points }, known)
  }
}

function checkOffer(
  row: RowCheck,
  { gift, sku }: Subject,
  { field, points }: { field: string; points: number },
  known: Known,
) {
  const { kind, onSale } = row.context
  const channel = field.slice('points.'.length)
  const same = points === pointsNow({ gift, sku }, channel, known)
  if (sku === null) {
    if (!same) row.addProblem(field, 'which-article')
    return
  }
  // A row that repeats the current value counts too: otherwise a contradicting row would be imported with each
  // run.
  const where = { product: gift, id: sku, channel }
  const offered: FieldWrite = { ...where, field: 'offer.points', after: points }
  if (!row.isFirstValue(field, nameOf(offered), points)) return
  // An unchanged price leaves the sale status as it is, except for a variant that this row restores: it is
  // offered again at the row's price.
  const article = known.articles.get(sku)
  if (same && !article?.retired) return
  row.addWrite(offered)
  const isNew = article?.retired || !known.points.has(`${channel} ${sku}`)
  if (kind === 'gifts' && isNew) {
    const pictured = article?.pictured ?? known.products.get(gift)?.pictured
    row.result.offers = pictured ? 'with-picture' : 'without-picture'
  }
  // In a gift list, new points do not change the sale status of a gift that is already offered.
  if (kind === 'prices' || isNew) row.addWrite({ ...where, field: 'offer.active', after: onSale })
}
