import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  bringCodes,
  digitalStock,
  digitalStocks,
  settleAlikeCodes,
  withdrawCodes,
} from '#contract/fulfilment/digital-codes.staff.ts'
import {
  isOtherPin,
  maskedCode,
  plainCode,
  type ReadCode,
  readGiftCodes,
} from '#domain/fulfilment/digital-codes.ts'
import { codeKeeper } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  digitalStockList,
  type DigitalStockRow,
  type DigitalSort,
} from '#server/modules/fulfilment/digital/digital-stock-list.sql.ts'
import { isSeen } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { keysetPage } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const IMPORTS = 50
const ORDERS = 100
/** Lines of an import that are named one by one. */
const NAMED = 100

const named = ({ line, code }: ReadCode) => ({ line, code: maskedCode(code) })

/** Codes of digital gifts: imported and handed out, but never shown to staff in between. */
export function digitalCodeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice
  const keeper = codeKeeper(shop.config.GIFTPOINT_PEPPER)

  serveStaff(app, backoffice, digitalStocks, listDigitalStock)

  serveStaff(app, backoffice, digitalStock, async ({ sku }, { sql, channels, colleague, now }) => {
    const list = digitalStockList({ ids: [sku] }, { channels, language: colleague.language, now })
    const { rows } = await keysetPage<DigitalStockRow, DigitalSort>(sql, list, { limit: 1 })
    const [shelf] = rows
    if (!shelf) return refuseStaff('not-found')
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
        (select count(*)::integer from digital_code where import_id = code_import.id and state in ('free', 'held')) as free
      from code_import left join staff on staff.id = staff_id
      where sku = ${sku} order by code_import.id desc limit ${IMPORTS}`
    const orders = await sql<{ order: string; pieces: number; since: Date }[]>`
      select order_number as order, count(*)::integer as pieces, min(asked_at) as since
      from digital_item join orders on orders.number = order_number
      where sku = ${sku} and digital_item.state = 'waiting' and kind = 'code'
        ${channels === null ? sql`` : sql`and channel_id = any(${[...channels]}::text[])`}
      group by order_number order by since, order_number limit ${ORDERS}`
    const held = await sql<{ id: string; at: Date; sealed: Buffer }[]>`
      select digital_code.id::text, at, sealed from digital_code join code_import on code_import.id = import_id
      where digital_code.sku = ${sku} and state = 'held' order by digital_code.id limit ${NAMED}`
    return {
      shelf,
      alike: held.map(({ id, at, sealed }) => ({
        id,
        code: maskedCode(keeper.open(sku, sealed).code),
        at: at.toISOString(),
      })),
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

  serveStaff(app, backoffice, bringCodes, async ({ sku, text, after_space }, asker) => {
    const { sql, channels, colleague, now, audit } = asker
    if (!(await isCodeGift(sql, sku, channels))) return refuseStaff('not-found')
    const { codes, twice, unclear, wrong } = readGiftCodes(text, after_space)
    // Read one way, a PIN would become part of a code; read the other way, a code would be cut. Nothing is imported
    // before the user decides.
    if (unclear.length > 0) {
      return refuseStaff('ambiguous-codes', {
        stands: unclear
          .slice(0, NAMED)
          .map((one) => ({ ...named(one), after_space: one.pin.length })),
      })
    }
    if (codes.length === 0) {
      if (wrong.length === 0) return refuseStaff('no-codes')
      audit({
        action: 'codes.brought',
        subjectKind: 'digital-codes',
        subjectId: sku,
        after: { added: 0, refused: 0, wrong: wrong.length },
      })
      return { added: 0, refused: 0, known: [], alike: [], wrong: wrong.slice(0, NAMED) }
    }
    const [made] = await sql<{ id: number }[]>`
      insert into code_import (sku, staff_id, at, added, refused)
      values (${sku}, ${colleague.id}, ${now}, 0, 0) returning id`
    if (!made) throw new Error('the import was not kept')
    const { fresh, alike, otherPins } = await keep(sql, { sku, importId: made.id, codes })
    const kept = new Set(fresh.map(({ line }) => line))
    const added = fresh.length
    const refused = twice.length + codes.length - added
    const firstLines = new Map(codes.map(({ code, line }) => [code, line]))
    const known = [
      ...codes
        .filter(({ line }) => !kept.has(line))
        .map((one) => ({ ...named(one), of: null, other_pin: otherPins.has(one.line) })),
      ...twice.map((one) => ({
        ...named(one),
        of: firstLines.get(one.code) ?? null,
        other_pin: one.otherPin,
      })),
    ].sort((a, b) => a.line - b.line)
    await sql`update code_import set added = ${added}, refused = ${refused} where id = ${made.id}`
    audit({
      action: 'codes.brought',
      subjectKind: 'digital-codes',
      subjectId: sku,
      after: { added, refused, wrong: wrong.length },
    })
    return {
      added,
      refused,
      known: known.slice(0, NAMED),
      alike: alike.map(named).slice(0, NAMED),
      wrong: wrong.slice(0, NAMED),
    }
  })

  serveStaff(app, backoffice, settleAlikeCodes, async ({ sku, codes, own }, asker) => {
    const { sql, channels, audit } = asker
    const [seen] = await sql`
      select from article join product on product.id = product_id where sku = ${sku} and ${isSeen(sql, channels)}`
    if (!seen) return refuseStaff('not-found')
    await sql`select from article where sku = ${sku} for no key update`
    const { count: settled } = await sql`
      update digital_code set ${own ? sql`state = 'free'` : sql`state = 'gone', sealed = null`}
      where sku = ${sku} and id = any(${codes.map(Number)}::bigint[]) and state = 'held'`
    if (settled === 0) return refuseStaff('changed-since')
    audit({
      action: own ? 'codes.own' : 'codes.taken-back',
      subjectKind: 'digital-codes',
      subjectId: sku,
      after: own ? { own: settled } : { taken: settled },
    })
    return { settled }
  })

  serveStaff(app, backoffice, withdrawCodes, async (asked, asker) => {
    const { sku, reason } = asked
    const { sql, channels, colleague, now, audit } = asker
    const [one] = await sql<{ taken_back_at: Date | null }[]>`
      select taken_back_at from code_import join article using (sku) join product on product.id = product_id
      where code_import.id = ${asked.import} and sku = ${sku} and ${isSeen(sql, channels)} for update of code_import`
    if (!one) return refuseStaff('not-found')
    if (one.taken_back_at !== null) return refuseStaff('changed-since')
    // A parallel hand-out has locked its codes, so only unassigned ones are removed.
    await sql`select from article where sku = ${sku} for no key update`
    const { count: taken } = await sql`
      update digital_code set state = 'gone', sealed = null where import_id = ${asked.import} and state in ('free', 'held')`
    if (taken === 0) return refuseStaff('changed-since')
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

  /**
   * Codes that exist already stay as they are, whichever pepper marked them. Returns the new ones, and those among
   * them that resemble an existing code or an earlier line.
   */
  async function keep(
    sql: Queries,
    { sku, importId, codes }: { sku: string; importId: number; codes: ReadCode[] },
  ) {
    // Parallel imports must see each other's codes: of two that look alike, only one is handed out.
    await sql`select pg_advisory_xact_lock(hashtext('digital codes'))`
    const hex = (marks: Buffer[]) => marks.map((mark) => mark.toString('hex'))
    const marks = codes.map((code) => hex(keeper.marks(code)))
    const rows = await sql<
      { sku: string; mark: string; exact: string | null; sealed: Buffer | null }[]
    >`
      select sku, encode(mark, 'hex') as mark, encode(exact, 'hex') as exact, sealed from digital_code
      where state <> 'gone' and mark in (select decode(mark, 'hex') from unnest(${marks.flat()}::text[]) mark)`
    const there = new Map<string, (typeof rows)[number][]>()
    for (const row of rows) there.set(row.mark, [...(there.get(row.mark) ?? []), row])
    const above = new Set<string>()
    const fresh: ReadCode[] = []
    const alike = new Set<number>()
    const otherPins = new Set<number>()
    for (const [at, code] of codes.entries()) {
      const near = (marks[at] ?? []).flatMap((mark) => there.get(mark) ?? [])
      const exacts = hex(keeper.exacts(code))
      const known = near.find(({ sku: of, exact, sealed }) =>
        exact === null
          ? // An old row without a mark of its exact letters.
            sealed !== null && keeper.open(of, sealed).code === code.code
          : exacts.includes(exact),
      )
      if (known?.sealed && isOtherPin(code.pin, keeper.open(known.sku, known.sealed).pin))
        otherPins.add(code.line)
      const plain = plainCode(code.code)
      if (!known) {
        fresh.push(code)
        if (near.length > 0 || above.has(plain)) alike.add(code.line)
      }
      above.add(plain)
    }
    if (fresh.length === 0) return { fresh, alike: [], otherPins }
    // In the order in which they were brought: so they are handed out.
    const brought = fresh.map((code, place) => ({
      place,
      sealed: keeper.seal(sku, code).toString('hex'),
      mark: keeper.mark(code).toString('hex'),
      exact: keeper.exact(code).toString('hex'),
      state: alike.has(code.line) ? 'held' : 'free',
    }))
    const added = await sql<{ exact: string }[]>`
      insert into digital_code (sku, import_id, pepper_id, sealed, mark, exact, state)
      select ${sku}, ${importId}, ${keeper.pepperId}, decode(sealed, 'hex'), decode(mark, 'hex'), decode(exact, 'hex'), state
      from jsonb_to_recordset(${sql.json(brought)})
        as fresh (place integer, sealed text, mark text, exact text, state text)
      order by place on conflict (exact) where state <> 'gone' do nothing
      returning encode(exact, 'hex') as exact`
    const isIn = new Set(added.map(({ exact }) => exact))
    const kept = fresh.filter((_, at) => isIn.has(brought[at]?.exact ?? ''))
    return { fresh: kept, alike: kept.filter(({ line }) => alike.has(line)), otherPins }
  }
}

async function listDigitalStock(asked: ParsedInput<typeof digitalStocks>, asker: SignedIn) {
  const { channels, colleague, now } = asker
  return serveList(asker, asked, {
    file: 'digital-codes',
    list: digitalStockList(asked, { channels, language: colleague.language, now }),
    columns: COLUMNS,
    row: (row: DigitalStockRow) => row,
  })
}

async function isCodeGift(sql: Queries, sku: string, channels: readonly string[] | null) {
  const [row] = await sql`
    select from article join product on product.id = product_id
    where sku = ${sku} and delivery_condition = 'digital' and digital_kind = 'code' and ${isSeen(sql, channels)}`
  return row !== undefined
}

const COLUMNS: Record<string, (row: DigitalStockRow) => string | number | null> = {
  sku: ({ sku }) => sku,
  gift: ({ gift }) => gift,
  name: ({ name }) => name,
  free: ({ free }) => free,
  held: ({ held }) => held,
  waiting: ({ waiting }) => waiting,
  sold_4_weeks: ({ sold }) => sold,
  days_left: ({ days_left }) => days_left,
}
