import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import {
  bringCodes,
  digitalShelf,
  digitalShelves,
  takeCodesBack,
} from '#contract/desk/digital-desk-api.ts'
import { type GiftCode, readGiftCodes } from '#domain/gift-codes.ts'
import { codeKeeper } from '#server/books/digital-queries.ts'
import type { Queries } from '#server/db/database.ts'
import { csvDownload } from '#server/desk/csv-download.ts'
import type { Desk } from '#server/desk/desk.ts'
import {
  digitalShelfList,
  type DigitalShelfRow,
  type DigitalSort,
} from '#server/desk/digital-shelves.ts'
import { isSeen } from '#server/desk/gift-scope.ts'
import { everyRow, keysetPage } from '#server/desk/keyset-page.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'

const IMPORTS = 50
const ORDERS = 100

/** Codes of digital gifts: they come in and go out, and are shown to nobody in between. */
export function digitalDeskRoutes(app: FastifyInstance, desk: Desk) {
  const { shop } = desk
  const keeper = codeKeeper(shop.config.GIFTPOINT_PEPPER)

  serveDesk(app, desk, digitalShelves, async ({ as, ...asked }, asker) => {
    const { sql, channels, colleague, now } = asker
    const list = digitalShelfList(asked, { channels, language: colleague.language, now })
    if (as === 'csv') {
      const rows = everyRow<DigitalShelfRow, DigitalSort>(sql, list, asked)
      return csvDownload('digital-codes.csv', colleague.language, COLUMNS, rows)
    }
    const { rows, ...page } = await keysetPage<DigitalShelfRow, DigitalSort>(sql, list, asked)
    return { items: rows, ...page }
  })

  serveDesk(app, desk, digitalShelf, async ({ sku }, { sql, channels, colleague, now }) => {
    const list = digitalShelfList({ ids: [sku] }, { channels, language: colleague.language, now })
    const { rows } = await keysetPage<DigitalShelfRow, DigitalSort>(sql, list, { limit: 1 })
    const [shelf] = rows
    if (!shelf) return refuseDesk('not-found')
    const imports = await sql<
      {
        id: string
        at: Date
        by: string
        added: number
        refused: number
        free: number
        taken_back_at: Date | null
        taken_back: number | null
      }[]
    >`
      select code_import.id::text, at, coalesce(staff.name, '') as by, added, refused, taken_back_at, taken_back,
        (select count(*)::integer from digital_code where import_id = code_import.id and state = 'free') as free
      from code_import left join staff on staff.id = staff_id
      where sku = ${sku} order by code_import.id desc limit ${IMPORTS}`
    const orders = await sql<{ order: string; pieces: number; since: Date }[]>`
      select order_number as order, count(*)::integer as pieces, min(asked_at) as since
      from digital_piece join orders on orders.number = order_number
      where sku = ${sku} and digital_piece.state = 'waiting' and kind = 'code'
        ${channels === null ? sql`` : sql`and channel_id = any(${[...channels]}::text[])`}
      group by order_number order by since, order_number limit ${ORDERS}`
    return {
      shelf,
      imports: imports.map(({ at, taken_back_at, taken_back, ...one }) => ({
        ...one,
        at: at.toISOString(),
        taken_back:
          taken_back_at === null
            ? null
            : { at: taken_back_at.toISOString(), codes: taken_back ?? 0 },
      })),
      orders: orders.map(({ since, ...one }) => ({ ...one, since: since.toISOString() })),
    }
  })

  serveDesk(app, desk, bringCodes, async ({ sku, text }, asker) => {
    const { sql, channels, colleague, now, audit } = asker
    if (!(await isCodeGift(sql, sku, channels))) return refuseDesk('not-found')
    const { codes, twice, wrong } = readGiftCodes(text)
    if (codes.length === 0) return refuseDesk('no-codes')
    const [made] = await sql<{ id: number }[]>`
      insert into code_import (sku, staff_id, at, added, refused)
      values (${sku}, ${colleague.id}, ${now}, 0, 0) returning id`
    if (!made) throw new Error('the import was not kept')
    const added = await keep(sql, { sku, importId: made.id, codes })
    const refused = twice + codes.length - added
    await sql`update code_import set added = ${added}, refused = ${refused} where id = ${made.id}`
    audit({
      action: 'codes.brought',
      subjectKind: 'digital-codes',
      subjectId: sku,
      after: { added, refused, wrong: wrong.length },
    })
    return { added, refused, wrong: wrong.slice(0, 100) }
  })

  serveDesk(app, desk, takeCodesBack, async (asked, asker) => {
    const { sku, reason } = asked
    const { sql, channels, colleague, now, audit } = asker
    const [one] = await sql<{ taken_back_at: Date | null }[]>`
      select taken_back_at from code_import join article using (sku) join product on product.id = product_id
      where code_import.id = ${asked.import} and sku = ${sku} and ${isSeen(sql, channels)} for update of code_import`
    if (!one) return refuseDesk('not-found')
    if (one.taken_back_at !== null) return refuseDesk('changed-since')
    // Whoever hands out at this moment has locked what they take: what is left is taken from nobody.
    await sql`select from article where sku = ${sku} for no key update`
    const { count: taken } = await sql`
      update digital_code set state = 'gone', sealed = null where import_id = ${asked.import} and state = 'free'`
    if (taken === 0) return refuseDesk('changed-since')
    await sql`
      update code_import set taken_back_at = ${now}, taken_back_by = ${colleague.id}, taken_back = ${taken}
      where id = ${asked.import}`
    audit({
      action: 'codes.taken-back',
      subjectKind: 'digital-codes',
      subjectId: sku,
      reason,
      after: { taken },
    })
    return { taken }
  })

  /** What is known already, by whichever pepper it was marked, stays as it is. Answers how many are new. */
  async function keep(
    sql: Queries,
    { sku, importId, codes }: { sku: string; importId: number; codes: GiftCode[] },
  ) {
    const marks = codes.map((code) => keeper.marks(code).map((mark) => mark.toString('hex')))
    const known = await sql<{ mark: string }[]>`
      select encode(mark, 'hex') as mark from digital_code
      where mark in (select decode(mark, 'hex') from unnest(${marks.flat()}::text[]) mark)`
    const there = new Set(known.map(({ mark }) => mark))
    const fresh = codes.filter((_, at) => !marks[at]?.some((mark) => there.has(mark)))
    if (fresh.length === 0) return 0
    // Somebody else may be bringing the same ones: each comes in once, in one order for everybody.
    const sealed = fresh.map((code) => keeper.seal(sku, code).toString('hex'))
    const marked = fresh.map((code) => keeper.mark(code).toString('hex'))
    const added = await sql`
      insert into digital_code (sku, import_id, pepper_id, sealed, mark)
      select ${sku}, ${importId}, ${keeper.pepperId}, decode(sealed, 'hex'), decode(mark, 'hex')
      from unnest(${sealed}::text[], ${marked}::text[]) as fresh (sealed, mark)
      order by mark on conflict (mark) do nothing`
    return added.count
  }
}

async function isCodeGift(sql: Queries, sku: string, channels: readonly string[] | null) {
  const [row] = await sql`
    select from article join product on product.id = product_id
    where sku = ${sku} and delivery_condition = 'digital' and digital_kind = 'code' and ${isSeen(sql, channels)}`
  return row !== undefined
}

const COLUMNS: Record<string, (row: DigitalShelfRow) => string | number | null> = {
  sku: ({ sku }) => sku,
  gift: ({ gift }) => gift,
  name: ({ name }) => name,
  free: ({ free }) => free,
  waiting: ({ waiting }) => waiting,
  sold_4_weeks: ({ sold }) => sold,
  days_left: ({ days_left }) => days_left,
}
