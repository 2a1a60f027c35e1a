import type { CELL_PROBLEMS, ImportKind } from '#contract/catalog/imports.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { FieldWrite } from '#server/modules/catalog/changes/write-catalog.ts'
import { isSeen, sharedIsTheirs } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { linesThatChange } from '#server/modules/catalog/changes/find-changed-rows.ts'
import { fieldOfColumn } from '#domain/catalog/import-columns.ts'
import { allLanguages } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { giftFactInCell, type GiftFacts, SHEET_FACTS } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'

export type CellProblem = {
  column: number
  code: (typeof CELL_PROBLEMS)[number]
  hint: string | null
  /** With column -1: the row lacks this field and the file has no column for it. */
  lacks?: string
}
export type ImportRow = { line: number; cells: string[] }
export type ShelfWrite = { sku: string; from: number | null; onHand: number }
/** The writes of a row, or its problems. */
export type Judged = {
  line: number
  problems: CellProblem[]
  /** Whether the row creates something. */
  makes: boolean
  writes: FieldWrite[]
  stockLevel: ShelfWrite | null
  /** What it offers in a channel for the first time, or again: whether that has a picture; null: nothing of the kind. */
  offers: 'with-picture' | 'without-picture' | null
  /** The gift is also sold in other channels, so its shared data stays unchanged. */
  foreign: boolean
}

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
): (string | null)[] {
  const used = new Set<string>()
  return columns.map((column) => {
    const guess = fieldOfColumn(column)
    if (guess === undefined || !fields.includes(guess) || used.has(guess)) return null
    used.add(guess)
    return guess
  })
}

type Around = {
  kind: ImportKind
  mapping: readonly (string | null)[]
  channels: readonly string[] | null
  /** Puts gifts on sale that are offered for the first time, or again. */
  onSale: boolean
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

type Known = Awaited<ReturnType<typeof readKnown>>

async function readKnown(
  sql: Queries,
  rows: readonly ImportRow[],
  { kind, mapping, channels }: Around,
) {
  const codesIn = (field: string) => {
    const column = mapping.indexOf(field)
    return column < 0
      ? []
      : [...new Set(rows.map(({ cells }) => (cells[column] ?? '').toLowerCase()))]
  }
  const gifts = codesIn('gift')
  const skus = [...new Set([...codesIn('sku'), ...(kind === 'gifts' ? gifts : [])])]
  const sold = mapping.flatMap((field) =>
    field?.startsWith('points.') ? field.slice('points.'.length) : [],
  )
  const [brands, tags, articles, products, stockLevels, offers] = await Promise.all([
    // If two have the same name, the active one is meant: it comes last and wins.
    sql<{ id: string; name: string; retired: boolean }[]>`
      select id, name, retired from brand order by retired desc, id`,
    sql<{ id: string; texts: Record<string, string>; retired: boolean }[]>`
      select id, texts, retired from tag order by retired desc, id`,
    sql<{ sku: string; product_id: string; retired: boolean; pictured: boolean; yours: boolean }[]>`
      select sku, product_id, retired, ${sharedIsTheirs(sql, channels)} as yours,
        product.pictures <> '{}' or article.pictures <> '{}' as pictured
      from article join product on product.id = product_id
      where sku = any(${skus}::text[]) or product_id = any(${gifts}::text[])`,
    sql<
      {
        id: string
        yours: boolean
        seen: boolean
        owner: string
        pictured: boolean
        brand: string
        delivery: string
        tags: string[]
      }[]
    >`
      select id, ${sharedIsTheirs(sql, channels)} as yours, ${isSeen(sql, channels)} as seen, owner_channel_id as owner, brand_id as brand,
        pictures <> '{}' as pictured,
        delivery_condition as delivery,
        array(select tag_id from product_tag where product_id = product.id) as tags
      from product where id = any(${gifts}::text[])`,
    sql<{ sku: string; on_hand: number; reserved: number }[]>`
      select sku, on_hand, reserved from stock where sku = any(${skus}::text[])`,
    sql<{ sku: string; channel: string; points: number }[]>`
      select sku, channel_id as channel, points from article join offer using (sku)
      where channel_id = any(${sold}::text[]) and (sku = any(${skus}::text[]) or product_id = any(${gifts}::text[]))`,
  ])
  // A text that is the code of one and the name of another means the code.
  const brandNames = new Map([
    ...brands.map(({ id, name }) => [name.toLowerCase(), id] as const),
    ...brands.map(({ id }) => [id, id] as const),
  ])
  const tagNames = new Map([
    ...tags.flatMap(({ id, texts }) =>
      Object.values(texts).map((text) => [text.toLowerCase(), id] as const),
    ),
    ...tags.map(({ id }) => [id, id] as const),
  ])
  const articlesOf = new Map<string, { sku: string; retired: boolean }[]>()
  for (const one of articles) {
    const others = articlesOf.get(one.product_id)
    if (others) others.push(one)
    else articlesOf.set(one.product_id, [one])
  }
  const retiredOf = (words: readonly { id: string; retired: boolean }[]) =>
    new Set(words.flatMap(({ id, retired }) => (retired ? [id] : [])))
  return {
    brandNames,
    tagNames,
    retiredBrands: retiredOf(brands),
    retiredTags: retiredOf(tags),
    articles: new Map(articles.map((one) => [one.sku, one])),
    products: new Map(products.map((one) => [one.id, one])),
    articlesOf,
    stockLevels: new Map(stockLevels.map((one) => [one.sku, one])),
    points: new Map(offers.map(({ sku, channel, points }) => [`${channel} ${sku}`, points])),
    owner:
      channels === null || channels.includes(SHARED_CHANNEL) ? SHARED_CHANNEL : (channels[0] ?? ''),
  }
}

const CODE = /^[a-z0-9][a-z0-9-]{0,79}$/

function judgeRow({ line, cells }: ImportRow, around: Around, known: Known, seen: Seen): Judged {
  const { kind, mapping } = around
  const judged: Judged = {
    line,
    problems: [],
    makes: false,
    writes: [],
    stockLevel: null,
    offers: null,
    foreign: false,
  }
  const wrong: TransactionContext['wrong'] = (field, code, hint = null) => {
    // One mistake: the first field in which two rows differ is marked, and not each that follows from it.
    if (code === 'twice' && judged.problems.some((one) => one.code === 'twice')) return
    const column = mapping.indexOf(field)
    // If the file has no such column, the column is missing, not a cell empty.
    judged.problems.push(
      column < 0 && code === 'empty'
        ? { column, code, hint, lacks: field }
        : { column: Math.max(column, 0), code, hint },
    )
  }
  const cell = (field: string) => {
    const column = mapping.indexOf(field)
    return column < 0 ? undefined : (cells[column] ?? '').trim()
  }
  const codeIn = (field: string): string | null => {
    const said = cell(field) ?? ''
    if (said === '') return (wrong(field, 'empty'), null)
    const code = said.toLowerCase()
    if (CODE.test(code)) return code
    return (wrong(field, 'not-a-code', asCode(said)), null)
  }
  /** Each value is set once: another row may repeat it but not contradict it. If two rows differ, both are refused. */
  const isSaidOnce: TransactionContext['isSaidOnce'] = (field, name, after) => {
    const said = JSON.stringify(after)
    const first = seen.get(name)
    if (!first) {
      seen.set(name, { said, refuse: () => wrong(field, 'twice') })
      return true
    }
    // It is written once, by the first.
    if (first.said === said) return false
    first.refuse()
    first.refuse = () => {}
    wrong(field, 'twice')
    return false
  }
  const put: TransactionContext['put'] = (one) => void judged.writes.push(one)
  const write: TransactionContext['write'] = (field, one) => {
    if (isSaidOnce(field, nameOf(one), one.after)) put(one)
  }
  const context: TransactionContext = { cell, wrong, isSaidOnce, put, write }

  if (kind === 'gifts') {
    const gift = codeIn('gift')
    if (gift === null) return judged
    const sku = (cell('sku') ?? '') === '' ? articleMeant(gift, known) : codeIn('sku')
    if (sku === null && (cell('sku') ?? '') !== '') return judged
    judgeGift({ gift, sku }, { ...context, ...around, known, judged })
    return judged
  }
  const sku = codeIn('sku')
  if (sku === null) return judged
  const article = known.articles.get(sku)
  if (!article || article.retired) {
    wrong('sku', 'unknown-article')
    return judged
  }
  if (kind === 'prices') {
    judgePoints({ gift: article.product_id, sku }, { ...context, ...around, known, judged })
    return judged
  }
  judgeShelf(sku, { ...context, known, judged })
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

/** The values set by rows so far, and a function that refuses the first row if another contradicts it. */
type Seen = Map<string, { said: string; refuse: () => void }>

const nameOf = ({ field, id, product, channel, language }: FieldWrite) =>
  [field, id ?? product, channel, language].join(' ')

type TransactionContext = {
  cell: (field: string) => string | undefined
  wrong: (field: string, code: CellProblem['code'], hint?: string | null) => void
  isSaidOnce: (field: string, name: string, after: unknown) => boolean
  put: (one: FieldWrite) => void
  write: (field: string, one: FieldWrite) => void
}

function judgeGift(
  { gift, sku }: { gift: string; sku: string | null },
  around: TransactionContext & Around & { known: Known; judged: Judged },
) {
  const { cell, wrong, write, known, judged, mapping } = around
  const there = known.products.get(gift)
  const article = sku === null ? undefined : known.articles.get(sku)
  if (article && article.product_id !== gift) return wrong('sku', 'twice')
  if (there && !there.yours) {
    if (!there.seen) return wrong('gift', 'not-yours')
    judged.foreign = true
  }
  const owner = there?.owner ?? known.owner

  const brandSaid = cell('brand')
  const brand =
    brandSaid === undefined || brandSaid === ''
      ? undefined
      : known.brandNames.get(brandSaid.toLowerCase())
  if (brandSaid !== undefined && brandSaid !== '' && brand === undefined) {
    wrong('brand', 'unknown-brand', nearest(brandSaid, [...known.brandNames.keys()]))
  }
  if (brand !== undefined && known.retiredBrands.has(brand) && there?.brand !== brand)
    wrong('brand', 'retired-word')
  const facts = factsIn(around)
  const { delivery } = facts
  if (!there) {
    judged.makes = true
    if (brandSaid === undefined || brandSaid === '') wrong('brand', 'empty')
    if (!allLanguages.some((language) => (cell(`name.${language}`) ?? '') !== '')) {
      wrong(mapping.find((field) => field?.startsWith('name.')) ?? 'name', 'empty')
    }
    if (brand !== undefined) {
      write('gift', {
        field: 'gift.made',
        product: gift,
        after: { brand, delivery: delivery ?? 'monta', owner },
      })
    }
  } else {
    if (brand !== undefined) write('brand', { field: 'gift.brand', product: gift, after: brand })
  }
  if (sku !== null && !article) {
    judged.makes = true
    write('sku', { field: 'article.made', product: gift, id: sku, after: { gift } })
    // Warehouse goods have limited stock: the variant goes on sale once it has been counted.
    if ((delivery ?? there?.delivery ?? 'monta') === 'monta')
      write('sku', { field: 'article.shelf', product: gift, id: sku, after: true })
  }
  // A row that names no article of a gift and no points speaks of the gift alone: it brings nothing back.
  if (sku !== null && (!article?.retired || namesArticle(cell, mapping)))
    write('sku', { field: 'article.retired', product: gift, id: sku, after: false })

  for (const name of SHEET_FACTS) {
    const after = facts[name]
    // A new gift is made with its way of delivery.
    if (after === undefined || (name === 'delivery' && !there)) continue
    write(name, { field: `gift.${name}`, product: gift, after })
  }
  const tagsSaid = cell('tags')
  if (tagsSaid !== undefined && tagsSaid !== '') {
    const named =
      tagsSaid.includes(',') || tagsSaid.includes('|')
        ? tagsSaid.split(/[,|]/)
        : tagsSaid.split(/\s+/)
    const found = named.map((name) => name.trim()).filter((name) => name !== '')
    const unknown = found.find((name) => !known.tagNames.has(name.toLowerCase()))
    if (unknown === undefined) {
      const tags = [
        ...new Set(found.flatMap((name) => known.tagNames.get(name.toLowerCase()) ?? [])),
      ]
      if (tags.some((tag) => known.retiredTags.has(tag) && !there?.tags.includes(tag)))
        wrong('tags', 'retired-word')
      write('tags', { field: 'gift.tags', product: gift, after: tags })
    } else {
      const near = nearest(unknown, [...known.tagNames.keys()])
      wrong('tags', 'unknown-tag', near === null ? null : tagsSaid.replace(unknown, near))
    }
  }
  for (const text of GIFT_TEXT_NAMES) {
    for (const language of allLanguages) {
      const field = `${text}.${language}`
      const said = cell(field)
      // An empty cell changes nothing; it does not remove a text.
      if (said === undefined || said === '') continue
      if (said.length > GIFT_TEXTS[text].most) wrong(field, 'too-long')
      else {
        write(field, {
          field: `text.${text}`,
          product: gift,
          channel: owner,
          language,
          after: said.normalize('NFC'),
        })
      }
    }
  }
  judgePoints({ gift, sku }, around)
}

/** The facts that the row names. */
function factsIn({ cell, wrong }: TransactionContext) {
  const facts: Partial<GiftFacts> = {}
  for (const name of SHEET_FACTS) {
    const said = cell(name)
    if (said === undefined || said === '') continue
    const value = giftFactInCell(name, said)
    if (value === undefined) wrong(name, 'not-a-choice')
    else Object.assign(facts, { [name]: value })
  }
  return facts
}

const namesArticle = (cell: TransactionContext['cell'], mapping: readonly (string | null)[]) =>
  mapping.some((field) => (field === 'sku' || field?.startsWith('points.')) && cell(field) !== '')

/** The channel's current points; for several variants the lowest, as the gift list shows. */
function pointsNow(
  { gift, sku }: { gift: string; sku: string | null },
  channel: string,
  { articlesOf, points }: Known,
): number | undefined {
  if (sku !== null) return points.get(`${channel} ${sku}`)
  const offered = (articlesOf.get(gift) ?? []).flatMap(
    (one) => (one.retired ? undefined : points.get(`${channel} ${one.sku}`)) ?? [],
  )
  return offered.length === 0 ? undefined : Math.min(...offered)
}

function judgePoints(
  { gift, sku }: { gift: string; sku: string | null },
  {
    cell,
    wrong,
    isSaidOnce,
    put,
    kind,
    mapping,
    onSale,
    known,
    judged,
  }: TransactionContext & Around & { known: Known; judged: Judged },
) {
  for (const field of mapping) {
    if (!field?.startsWith('points.')) continue
    const said = cell(field) ?? ''
    if (said === '') continue
    const points = wholeNumber(said)
    if (points === null) notWhole(field, said, wrong)
    else if (points > 100_000) wrong(field, 'out-of-range')
    else {
      const channel = field.slice('points.'.length)
      const same = points === pointsNow({ gift, sku }, channel, known)
      if (sku === null) {
        if (!same) wrong(field, 'which-article')
        continue
      }
      // A row that repeats the current value counts too: otherwise a contradicting row would be imported with each
      // run.
      const where = { product: gift, id: sku, channel }
      const offered: FieldWrite = { ...where, field: 'offer.points', after: points }
      if (!isSaidOnce(field, nameOf(offered), points)) continue
      // An unchanged price leaves the sale status as it is, except for a variant that this row restores: it is
      // offered again at the row's price.
      const article = known.articles.get(sku)
      if (same && !article?.retired) continue
      put(offered)
      const isNew = article?.retired || !known.points.has(`${channel} ${sku}`)
      if (kind === 'gifts' && isNew) {
        const pictured = article?.pictured ?? known.products.get(gift)?.pictured
        judged.offers = pictured ? 'with-picture' : 'without-picture'
      }
      // In a gift list, new points do not change the sale status of a gift that is already offered.
      if (kind === 'prices' || isNew) put({ ...where, field: 'offer.active', after: onSale })
    }
  }
}

function judgeShelf(
  sku: string,
  { cell, wrong, isSaidOnce, known, judged }: TransactionContext & { known: Known; judged: Judged },
) {
  const said = cell('on_hand') ?? ''
  if (said === '') return wrong('on_hand', 'empty')
  const onHand = wholeNumber(said)
  if (onHand === null) return notWhole('on_hand', said, wrong)
  if (onHand > 10_000_000) return wrong('on_hand', 'out-of-range')
  // Two counts of one sku may be two locations or the same one, so no other row may count it, whatever the number.
  if (!isSaidOnce('sku', `shelf ${sku}`, judged.line)) return
  const stockLevel = known.stockLevels.get(sku)
  const fromSaid = cell('from') ?? ''
  const from = fromSaid === '' ? (stockLevel?.on_hand ?? null) : wholeNumber(fromSaid)
  if (fromSaid !== '' && from === null) return notWhole('from', fromSaid, wrong)
  if (onHand === stockLevel?.on_hand) return
  if (from !== (stockLevel?.on_hand ?? null)) return wrong('on_hand', 'changed-since')
  if (stockLevel && onHand < stockLevel.reserved) return wrong('on_hand', 'reserved')
  judged.makes = !stockLevel
  judged.stockLevel = { sku, from, onHand }
}

const wholeNumber = (said: string): number | null => (/^\d{1,9}$/.test(said) ? Number(said) : null)

/** Adds a suggestion if the intended number is clear. */
const notWhole = (field: string, said: string, wrong: TransactionContext['wrong']) =>
  /^[-\u2212]\s*\d{1,9}$/.test(said)
    ? wrong(field, 'negative')
    : wrong(field, 'not-whole', asWhole(said))

const DRESSED =
  /^(?:€\s*)?(\d{1,9}|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:[.,](?:0{1,2}|-))?(?:\s*(?:€|points?|pts?\.?|punten|pt\.?|punkte))?$/i

/**
 * '8,00', '€ 8', '8 punten' and '1.200' are whole numbers in a spreadsheet's format. A text that can be read in two
 * ways is refused: '3.000' is three thousand or three, '4–8' and '3 (was 5)' are two numbers.
 */
export function asWhole(said: string): string | null {
  const [, whole] = DRESSED.exec(said.replaceAll(/\s+/g, ' ').trim()) ?? []
  if (whole === undefined || /^\d{1,3}[.,]000$/.test(whole)) return null
  const digits = whole.replaceAll(/[.,]/g, '')
  return digits.length > 9 ? null : String(Number(digits))
}

function asCode(said: string): string | null {
  const code = said
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return CODE.test(code) ? code : null
}

/** The closest name within a typing error or two. */
function nearest(said: string, names: readonly string[]): string | null {
  const word = said.toLowerCase()
  let best: string | null = null
  let least = Math.min(3, Math.ceil(word.length / 3))
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= least + 1) continue
    const far = distance(word, name)
    if (far < least || (far === least && best === null)) [best, least] = [name, far]
  }
  return best
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      next[to] = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1),
      )
    }
    row = next
  }
  return row[other.length] ?? 0
}
