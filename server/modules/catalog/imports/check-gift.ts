import { allLanguages } from '#domain/language.ts'
import { giftFactInCell, type GiftFacts, SHEET_FACTS } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'
import { findNearestName } from '#server/modules/catalog/imports/cell-values.ts'
import { checkPoints, type Subject } from '#server/modules/catalog/imports/check-points.ts'
import type { KnownValues } from '#server/modules/catalog/imports/known-values.sql.ts'
import type { RowCheck } from '#server/modules/catalog/imports/row-check.ts'

type Product = NonNullable<ReturnType<KnownValues['products']['get']>>

export function checkGift(row: RowCheck, { gift, sku }: Subject, known: KnownValues) {
  const product = known.products.get(gift)
  const article = sku === null ? undefined : known.articles.get(sku)
  if (article && article.product_id !== gift) return row.addProblem('sku', 'twice')
  if (product && !product.yours) {
    if (!product.seen) return row.addProblem('gift', 'not-yours')
    row.result.isForeign = true
  }
  const owner = product?.owner ?? known.owner
  const brand = readBrand(row, product, known)
  const facts = readFacts(row)
  const { delivery } = facts
  if (!product) checkNewGift(row, gift, { brand, delivery, owner })
  else if (brand !== undefined)
    row.write('brand', { field: 'gift.brand', product: gift, after: brand })
  if (sku !== null && !article) {
    row.result.isCreated = true
    row.write('sku', { field: 'article.made', product: gift, id: sku, after: { gift } })
    // Warehouse goods have limited stock: the variant goes on sale after its first count.
    if ((delivery ?? product?.delivery ?? 'monta') === 'monta')
      row.write('sku', { field: 'article.shelf', product: gift, id: sku, after: true })
  }
  // A row without an SKU and without points changes only the gift. It does not restore a retired variant.
  if (sku !== null && (!article?.retired || hasVariantData(row)))
    row.write('sku', { field: 'article.retired', product: gift, id: sku, after: false })
  for (const name of SHEET_FACTS) {
    const after = facts[name]
    // A new gift is created with its delivery condition.
    if (after === undefined || (name === 'delivery' && !product)) continue
    row.write(name, { field: `gift.${name}`, product: gift, after })
  }
  checkTags(row, gift, product, known)
  checkTexts(row, gift, owner)
  checkPoints(row, { gift, sku }, known)
}

function readBrand(row: RowCheck, product: Product | undefined, known: KnownValues) {
  const cell = row.cell('brand')
  if (cell === undefined || cell === '') return undefined
  const brand = known.brandNames.get(cell.toLowerCase())
  if (brand === undefined)
    row.addProblem('brand', 'unknown-brand', findNearestName(cell, [...known.brandNames.keys()]))
  else if (known.retiredBrands.has(brand) && product?.brand !== brand)
    row.addProblem('brand', 'retired-word')
  return brand
}

/** The facts that the row contains. */
function readFacts(row: RowCheck) {
  const facts: Partial<GiftFacts> = {}
  for (const name of SHEET_FACTS) {
    const cell = row.cell(name)
    if (cell === undefined || cell === '') continue
    const value = giftFactInCell(name, cell)
    if (value === undefined) row.addProblem(name, 'not-a-choice')
    else Object.assign(facts, { [name]: value })
  }
  return facts
}

function checkNewGift(
  row: RowCheck,
  gift: string,
  {
    brand,
    delivery = 'monta',
    owner,
  }: { brand: string | undefined; delivery: string | undefined; owner: string },
) {
  row.result.isCreated = true
  if ((row.cell('brand') ?? '') === '') row.addProblem('brand', 'empty')
  if (!allLanguages.some((language) => (row.cell(`name.${language}`) ?? '') !== '')) {
    const nameField = row.context.mapping.find((field) => field?.startsWith('name.'))
    row.addProblem(nameField ?? 'name', 'empty')
  }
  if (brand !== undefined) {
    row.write('gift', { field: 'gift.made', product: gift, after: { brand, delivery, owner } })
  }
}

/** Whether the row contains an SKU or points. */
const hasVariantData = (row: RowCheck) =>
  row.context.mapping.some(
    (field) => (field === 'sku' || field?.startsWith('points.')) && row.cell(field) !== '',
  )

function checkTags(row: RowCheck, gift: string, product: Product | undefined, known: KnownValues) {
  const cell = row.cell('tags')
  if (cell === undefined || cell === '') return
  const parts = cell.includes(',') || cell.includes('|') ? cell.split(/[,|]/) : cell.split(/\s+/)
  const names = parts.map((name) => name.trim()).filter((name) => name !== '')
  const unknown = names.find((name) => !known.tagNames.has(name.toLowerCase()))
  if (unknown !== undefined) {
    const nearest = findNearestName(unknown, [...known.tagNames.keys()])
    const hint = nearest === null ? null : cell.replace(unknown, nearest)
    row.addProblem('tags', 'unknown-tag', hint)
    return
  }
  const tags = [...new Set(names.flatMap((name) => known.tagNames.get(name.toLowerCase()) ?? []))]
  if (tags.some((tag) => known.retiredTags.has(tag) && !product?.tags.includes(tag)))
    row.addProblem('tags', 'retired-word')
  row.write('tags', { field: 'gift.tags', product: gift, after: tags })
}

function checkTexts(row: RowCheck, gift: string, owner: string) {
  for (const text of GIFT_TEXT_NAMES) {
    for (const language of allLanguages) {
      const field = `${text}.${language}`
      const cell = row.cell(field)
      // An empty cell changes nothing; it does not remove a text.
      if (cell === undefined || cell === '') continue
      if (cell.length > GIFT_TEXTS[text].most) row.addProblem(field, 'too-long')
      else {
        row.write(field, {
          field: `text.${text}`,
          product: gift,
          channel: owner,
          language,
          after: cell.normalize('NFC'),
        })
      }
    }
  }
}
