import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  requestWarehouseCount,
  correctStock,
  stock,
  stockCounts,
  stockGifts,
  stockItem,
} from '#contract/inventory.staff.ts'
import { correctStockLevel } from '#server/modules/inventory/correct-stock.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  countStockGifts,
  readGiftLevels,
  readStockLevels,
  refreshSalesVelocity,
  stockGiftList,
  stockLevelList,
  type StockLevelRow,
  type StockSort,
} from '#server/modules/inventory/stock-levels/stock-level-list.sql.ts'
import { stockOfGift } from '#domain/inventory/gift-stock.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { dailySales } from '#server/modules/inventory/stock-levels/stock-sales.sql.ts'
import { keysetPage } from '#server/lists/keyset-page.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  isSeenArticle,
  listStockMovements,
  findSeenArticle,
  listWarehouseSkus,
  insertWarehouseCounts,
  countDifferences,
} from '#server/modules/inventory/stock-levels/stock-level.sql.ts'

/** A stock level changes only through recorded movements, never as a field of a gift. */
export function stockLevelRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice

  serveStaff(app, backoffice, stock, (query, caller) => listStock(shop, query, caller))

  serveStaff(app, backoffice, stockGifts, (query, caller) => listStockGifts(shop, query, caller))

  serveStaff(app, backoffice, stockCounts, async (_, { sql, channels, colleague, now }) => {
    await refreshSalesVelocity(shop.sql, now)
    return countStockGifts(sql, { channels, language: colleague.language })
  })

  serveStaff(app, backoffice, stockItem, handleStockItem)

  serveStaff(app, backoffice, correctStock, handleCorrectStock)

  serveStaff(app, backoffice, requestWarehouseCount, handleRequestWarehouseCount(backoffice), {
    opensOwnTransaction: true,
  })
}

async function handleStockItem(
  { sku }: ParsedInput<typeof stockItem>,
  { sql, channels, colleague }: SignedIn,
) {
  if (!(await isSeenArticle(sql, sku, channels))) return refuseStaff('not-found')
  const [stockLevel] = await readStockLevels(sql, [sku], {
    channels,
    language: colleague.language,
  })
  const movements = await listStockMovements(sql, channels, sku)
  return {
    stockLevel: stockLevel ? stockLevelAnswer(stockLevel) : null,
    moves: movements.map(({ id, at, note, ...movement }) => ({
      ...movement,
      id: String(id),
      at: at.toISOString(),
      note: note ?? '',
    })),
  }
}

async function handleCorrectStock(
  { sku, from, on_hand, reason, note }: ParsedInput<typeof correctStock>,
  caller: SignedIn,
) {
  const { sql, channels, colleague, now, audit } = caller
  const article = await findSeenArticle(sql, sku, channels)
  if (!article) return refuseStaff('not-found')
  const refusal = await correctStockLevel(sql, {
    sku,
    from,
    onHand: on_hand,
    reason,
    note,
    staff: colleague.id,
    at: now,
  })
  const [stockLevel] = await readStockLevels(sql, [sku], {
    channels,
    language: colleague.language,
  })
  if (refusal)
    return refuseStaff(refusal, stockLevel ? { stands: stockLevelAnswer(stockLevel) } : {})
  if (!stockLevel) throw new Error('stock level not found during the correction')
  audit({
    action: 'stock.corrected',
    subjectKind: 'gift',
    subjectId: article.product_id,
    reason: note === '' ? reason : `${reason}: ${note}`,
    before: { [sku]: from },
    after: { [sku]: on_hand },
  })
  return { stockLevel: stockLevelAnswer(stockLevel) }
}

const handleRequestWarehouseCount =
  ({ shop }: Backoffice) =>
  async (_: ParsedInput<typeof requestWarehouseCount>, { write, now, audit }: SignedIn) => {
    const stockLevels = await listWarehouseSkus(shop.sql)
    // Nothing is locked during the warehouse request.
    const counts = await shop.ports.delivery.stock(stockLevels.map(({ sku }) => sku))
    return write(async (sql) => {
      await insertWarehouseCounts(sql, now, JSON.stringify(counts))
      const row = await countDifferences(sql)
      const answer = { asked: counts.length, differ: row?.differ ?? 0 }
      audit({
        action: 'warehouse.checked',
        subjectKind: 'stock',
        subjectId: 'all',
        after: answer,
      })
      return answer
    })
  }

async function listStock(
  shop: Backoffice['shop'],
  query: ParsedInput<typeof stock>,
  caller: SignedIn,
) {
  const { sql, channels, colleague, now } = caller
  const reader = { channels, language: colleague.language }
  await refreshSalesVelocity(shop.sql, now)
  return serveList(caller, query, {
    file: 'stock',
    list: stockLevelList(query, reader),
    columns: STOCK_COLUMNS,
    read: (found: { sku: string }[]) =>
      readStockLevels(
        sql,
        found.map(({ sku }) => sku),
        reader,
      ),
    row: stockLevelAnswer,
  })
}

const SALES_DAYS = 28

/** One row per gift, with its variants. */
async function listStockGifts(
  shop: Backoffice['shop'],
  query: ParsedInput<typeof stockGifts>,
  { sql, channels, colleague, now }: SignedIn,
) {
  const reader = { channels, language: colleague.language }
  await refreshSalesVelocity(shop.sql, now)
  const { ids, ...filters } = query
  const list = stockGiftList({ ...filters, ...(ids ? { gifts: ids } : {}) }, reader)
  const { rows, ...pagePosition } = await keysetPage<{ gift: string }, StockSort>(sql, list, query)
  const levels = await readGiftLevels(
    sql,
    rows.map(({ gift }) => gift),
    reader,
  )
  const salesOf = await dailySales(
    sql,
    levels.map(({ sku }) => sku),
    { until: dayAt(now.getTime(), DEFAULT_ZONE), days: SALES_DAYS },
  )
  return {
    items: rows.map(({ gift }) => {
      const variants = levels
        .filter((level) => level.gift === gift)
        .map((level) => ({ ...stockLevelAnswer(level), sales: salesOf(level.sku) }))
      return {
        gift,
        name: variants[0]?.name ?? gift,
        picture: variants[0]?.picture ?? null,
        ...stockOfGift(variants),
        variants,
      }
    }),
    ...pagePosition,
  }
}

const stockLevelAnswer = ({ warehouse, asked_at, ...row }: StockLevelRow) => ({
  ...row,
  warehouse:
    warehouse === null || asked_at === null
      ? null
      : { on_hand: warehouse, at: asked_at.toISOString() },
})

const STOCK_COLUMNS: ListFile<'stock', StockLevelRow> = {
  sku: ({ sku }) => sku,
  gift: ({ gift }) => gift,
  name: ({ name }) => name,
  variant: ({ variant }) => variant,
  on_hand: ({ on_hand }) => on_hand,
  reserved: ({ reserved }) => reserved,
  sold_4_weeks: ({ sold }) => sold,
  days_left: ({ days_left }) => days_left,
  warehouse: ({ warehouse }) => warehouse,
  ...notInFile('picture', 'sold', 'state'),
}
