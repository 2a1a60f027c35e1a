import type { FieldWrite } from '#server/modules/catalog/changes/write-catalog.ts'
import type { KnownValues } from '#server/modules/catalog/imports/known-values.sql.ts'
import { nameOf, type RowCheck } from '#server/modules/catalog/imports/row-check.ts'

/** The gift and variant of a row. `sku` is null if the gift has several variants and the row names none. */
export type Subject = { gift: string; sku: string | null }

/** The current points in a channel. For several variants they are the lowest, as in the gift list. */
function currentPoints(
  { gift, sku }: Subject,
  channel: string,
  { articlesOf, points }: KnownValues,
): number | undefined {
  if (sku !== null) return points.get(`${channel} ${sku}`)
  const offered = (articlesOf.get(gift) ?? [])
    .filter(({ retired }) => !retired)
    .flatMap((article) => points.get(`${channel} ${article.sku}`) ?? [])
  return offered.length === 0 ? undefined : Math.min(...offered)
}

export function checkPoints(row: RowCheck, subject: Subject, known: KnownValues) {
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
  known: KnownValues,
) {
  const { kind, onSale } = row.context
  const channel = field.slice('points.'.length)
  const isUnchanged = points === currentPoints({ gift, sku }, channel, known)
  if (sku === null) {
    if (!isUnchanged) row.addProblem(field, 'which-article')
    return
  }
  const offer = { product: gift, id: sku, channel }
  const pointsWrite: FieldWrite = { ...offer, field: 'offer.points', after: points }
  // A row that repeats the current value counts too: it contradicts a row with another value.
  if (!row.isFirstValue(field, nameOf(pointsWrite), points)) return
  // An unchanged price leaves the sale status as it is, except for a variant that this row restores: it is
  // offered again at the row's price.
  const article = known.articles.get(sku)
  if (isUnchanged && !article?.retired) return
  row.addWrite(pointsWrite)
  const isNew = article?.retired || !known.points.has(`${channel} ${sku}`)
  if (kind === 'gifts' && isNew) {
    const hasPicture = article?.pictured ?? known.products.get(gift)?.pictured
    row.result.offers = hasPicture ? 'with-picture' : 'without-picture'
  }
  // In a gift list, new points do not change the sale status of a gift that is already offered.
  if (kind === 'prices' || isNew) row.addWrite({ ...offer, field: 'offer.active', after: onSale })
}
