import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { askWarehouse, correctStock, stock, stockOf } from '#contract/inventory.staff.ts'
import { correctStockLevel } from '#server/modules/inventory/correct-stock.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { isSeen } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  readStockLevels,
  renewPace,
  stockLevelList,
  type StockLevelRow,
} from '#server/modules/inventory/stock-levels/stock-level-list.sql.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const MOVES = 50

/** A stock level changes only through recorded movements, never as a field of a gift. */
export function stockRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice

  serveStaff(app, backoffice, stock, (asked, asker) => listStock(shop, asked, asker))

  serveStaff(app, backoffice, stockOf, async ({ sku }, { sql, channels, colleague }) => {
    const [seen] = await sql`
      select from article join product on product.id = product_id
      where sku = ${sku} and ${isSeen(sql, channels)}`
    if (!seen) return refuseStaff('not-found')
    const [stockLevel] = await readStockLevels(sql, [sku], {
      channels,
      language: colleague.language,
    })
    const moves = await sql<
      {
        id: number
        at: Date
        quantity: number
        reason: 'order' | 'cancel' | 'count' | 'damaged' | 'return' | 'adjust'
        order: string | null
        by: string | null
        note: string | null
      }[]
    >`
      select move.id, move.at, move.quantity, coalesce(correction.reason, move.reason) as reason,
        ${
          channels === null
            ? sql`move.order_number`
            : sql`(
          select number from orders
          where number = move.order_number and channel_id = any(${channels as string[]}::text[]))`
        } as order, staff.name as by, correction.note
      from stock_movement move
      left join stock_correction correction
        on correction.sku = move.sku and correction.at = move.at and move.reason = 'count'
      left join credit
        on credit.order_number = move.order_number and credit.at = move.at and move.reason = 'return'
      left join staff on staff.id = coalesce(correction.staff_id, credit.staff_id)
      where move.sku = ${sku} order by move.at desc, move.id desc limit ${MOVES}`
    return {
      stockLevel: stockLevel ? shelfOf(stockLevel) : null,
      moves: moves.map(({ id, at, note, ...move }) => ({
        ...move,
        id: String(id),
        at: at.toISOString(),
        note: note ?? '',
      })),
    }
  })

  serveStaff(app, backoffice, correctStock, async ({ sku, from, on_hand, reason, note }, asker) => {
    const { sql, channels, colleague, now, audit } = asker
    const [seen] = await sql<{ product_id: string }[]>`
      select product_id from article join product on product.id = product_id
      where sku = ${sku} and not retired and ${isSeen(sql, channels)}`
    if (!seen) return refuseStaff('not-found')
    const why = await correctStockLevel(sql, {
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
    if (why) return refuseStaff(why, stockLevel ? { stands: shelfOf(stockLevel) } : {})
    if (!stockLevel) throw new Error('a shelf went while it was counted')
    audit({
      action: 'stock.corrected',
      subjectKind: 'gift',
      subjectId: seen.product_id,
      reason: note === '' ? reason : `${reason}: ${note}`,
      before: { [sku]: from },
      after: { [sku]: on_hand },
    })
    return { stockLevel: shelfOf(stockLevel) }
  })

  serveStaff(
    app,
    backoffice,
    askWarehouse,
    async (_, { write, now, audit }) => {
      const stockLevels = await shop.sql<{ sku: string }[]>`
        select sku from stock join article using (sku) join product on product.id = product_id
        where not retired and delivery_condition = 'monta' order by sku`
      // Nothing is held while the warehouse thinks.
      const told = await shop.ports.delivery.stock(stockLevels.map(({ sku }) => sku))
      return write(async (sql) => {
        await sql`
          insert into warehouse_count (sku, on_hand, asked_at)
          select told.sku, told."onHand", ${now}
          from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) as told (sku text, "onHand" integer)
          join stock using (sku) where told."onHand" >= 0
          on conflict (sku) do update set on_hand = excluded.on_hand, asked_at = excluded.asked_at`
        const [row] = await sql<{ differ: number }[]>`
          select count(*)::integer as differ from warehouse_count join stock using (sku)
          where warehouse_count.on_hand <> stock.on_hand`
        const answer = { asked: told.length, differ: row?.differ ?? 0 }
        audit({
          action: 'warehouse.asked',
          subjectKind: 'stock',
          subjectId: 'all',
          after: answer,
        })
        return answer
      })
    },
    { waitsFirst: true },
  )
}

async function listStock(
  shop: Backoffice['shop'],
  asked: ParsedInput<typeof stock>,
  asker: SignedIn,
) {
  const { sql, channels, colleague, now } = asker
  const reader = { channels, language: colleague.language }
  await renewPace(shop.sql, now)
  return serveList(asker, asked, {
    file: 'stock',
    list: stockLevelList(asked, reader),
    columns: STOCK_COLUMNS,
    read: (found: { sku: string }[]) =>
      readStockLevels(
        sql,
        found.map(({ sku }) => sku),
        reader,
      ),
    row: shelfOf,
  })
}

const shelfOf = ({ warehouse, asked_at, ...row }: StockLevelRow) => ({
  ...row,
  warehouse:
    warehouse === null || asked_at === null
      ? null
      : { on_hand: warehouse, at: asked_at.toISOString() },
})

const STOCK_COLUMNS: Record<string, (row: StockLevelRow) => string | number | null> = {
  sku: ({ sku }) => sku,
  gift: ({ gift }) => gift,
  name: ({ name }) => name,
  on_hand: ({ on_hand }) => on_hand,
  reserved: ({ reserved }) => reserved,
  sold_4_weeks: ({ sold }) => sold,
  days_left: ({ days_left }) => days_left,
  warehouse: ({ warehouse }) => warehouse,
}
