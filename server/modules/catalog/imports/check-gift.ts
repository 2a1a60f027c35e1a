import { allLanguages } from '#domain/language.ts'
import { giftFactInCell, type GiftFacts, SHEET_FACTS } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'
import { nearest } from '#server/modules/catalog/imports/cell-values.ts'
import { checkPoints, type Subject } from '#server/modules/catalog/imports/check-points.ts'
import type { Known } from '#server/modules/catalog/imports/known-values.sql.ts'
import type { RowCheck } from '#server/modules/catalog/imports/row-check.ts'

type Product = NonNullable<ReturnType<Known['products']['get']>>

export function checkGift(row: RowCheck, { gift, sku }: Subject, known: Known) {
  const there = known.products.get(gift)
  const article = sku === null ? undefined : known.articles.get(sku)
  if (article && article.product_id !== gift) return row.addProblem('sku', 'twice')
  if (there && !there.yours) {
    if (!there.seen) return row.addProblem('gift', 'not-yours')
    row.result.foreign = true
  }
  const owner = there?.owner ?? known.owner
  const brand = brandIn(row, there, known)
  const facts = factsIn(row)
  const { delivery } = facts
  if (!there) checkNewGift(row, gift, { brand, delivery, owner })
  else if (brand !== undefined)
    row.write('brand', { field: 'gift.brand', product: gift, after: brand })
  if (sku !== null && !article) {
    row.result.makes = true
    row.write('sku', { field: 'article.made', product: gift, id: sku, after: { gift } })
    // Warehouse goods have limited stock: the variant goes on sale after its first count.
    if ((delivery ?? there?.delivery ?? 'monta') === 'monta')
      row.write('sku', { field: 'article.shelf', product: gift, id: sku, after: true })
  }
  // A row without a variant and without points is about the gift alone: it does not restore a retired variant.
  if (sku !== null && (!article?.retired || namesArticle(row)))
    row.write('sku', { field: 'article.retired', product: gift, id: sku, after: false })
  for (const name of SHEET_FACTS) {
    const after = facts[name]
    // A new gift is created with its delivery condition.
    if (after === undefined || (name === 'delivery' && !there)) continue
    row.write(name, { field: `gift.${name}`, product: gift, after })
  }
  checkTags(row, gift, there, known)
  checkTexts(row, gift, owner)
  checkPoints(row, { gift, sku }, known)
}

function brandIn(row: RowCheck, there: Product | undefined, known: Known) {
  const cell = row.cell('brand')
  if (cell === undefined || cell === '') return undefined
  const brand = known.brandNames.get(cell.toLowerCase())
  if (brand === undefined)
    row.addProblem('brand', 'unknown-brand', nearest(cell, [...known.brandNames.keys()]))
  else if (known.retiredBrands.has(brand) && there?.brand !== brand)
    row.addProblem('brand', 'retired-word')
  return brand
}

/** The facts that the row contains. */
function factsIn(row: RowCheck) {
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
  row.result.makes = true
  if ((row.cell('brand') ?? '') === '') row.addProblem('brand', 'empty')
  if (!allLanguages.some((language) => (row.cell(`name.${language}`) ?? '') !== '')) {
    const name = row.context.mapping.find((field) => field?.startsWith('name.'))
    row.addProblem(name ?? 'name', 'empty')
  }
  if (brand !== undefined) {
    row.write('gift', { field: 'gift.made', product: gift, after: { brand, delivery, owner } })
  }
}

const namesArticle = (row: RowCheck) =>
  row.context.mapping.some(
    (field) => (field === 'sku' || field?.startsWith('points.')) && row.cell(field) !== '',
  )

function checkTags(row: RowCheck, gift: string, there: Product | undefined, known: Known) {
  const cell = row.cell('tags')
  if (cell === undefined || cell === '') return
  const named = cell.includes(',') || cell.includes('|') ? cell.split(/[,|]/) : cell.split(/\s+/)
  const found = named.map((name) => name.trim()).filter((name) => name !== '')
  const unknown = found.find((name) => !known.tagNames.has(name.toLowerCase()))
  if (unknown !== undefined) {
    const near = nearest(unknown, [...known.tagNames.keys()])
    row.addProblem('tags', 'unknown-tag', near === null ? null : cell.replace(unknown, near))
    return
  }
  const tags = [...new Set(found.flatMap((name) => known.tagNames.get(name.toLowerCase()) ?? []))]
  if (tags.some((tag) => known.retiredTags.has(tag) && !there?.tags.includes(tag)))
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
