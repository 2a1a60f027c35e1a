import type { Queries } from '#server/platform/db/database.ts'
import { isVisibleGiftRow } from '#server/modules/catalog/gifts/gift-scope.sql.ts'

const MAX_IMPORTS = 50
const MAX_ORDERS = 100
/** The most codes or lines of a file that a response lists. */
export const MAX_LISTED = 100

export async function isCodeGift(sql: Queries, sku: string, channels: readonly string[] | null) {
  const [row] = await sql`
    select from article join product on product.id = product_id
    where sku = ${sku} and delivery_condition = 'digital' and digital_kind = 'code' and ${isVisibleGiftRow(sql, channels)}`
  return row !== undefined
}

export const listCodeImports = (sql: Queries, sku: string) => sql<
  {
    id: string
    at: Date
    by: string
    added: number
    refused: number
    free: number
    undone_at: Date | null
    undone_codes: number | null
  }[]
>`
  select code_import.id::text, at, coalesce(staff.name, '') as by, added, refused, undone_at, undone_codes,
    (select count(*)::integer from digital_code where import_id = code_import.id and state in ('free', 'held')) as free
  from code_import left join staff on staff.id = staff_id
  where sku = ${sku} order by code_import.id desc limit ${MAX_IMPORTS}`

export const listWaitingOrders = (
  sql: Queries,
  sku: string,
  channels: readonly string[] | null,
) => sql<{ order: string; pieces: number; since: Date }[]>`
  select order_number as order, count(*)::integer as pieces, min(asked_at) as since
  from digital_item join orders on orders.number = order_number
  where sku = ${sku} and digital_item.state = 'waiting' and kind = 'code'
    ${channels === null ? sql`` : sql`and channel_id = any(${[...channels]}::text[])`}
  group by order_number order by since, order_number limit ${MAX_ORDERS}`

export const listHeldCodes = (sql: Queries, sku: string) => sql<
  { id: string; at: Date; sealed: Buffer }[]
>`
  select digital_code.id::text, at, sealed from digital_code join code_import on code_import.id = import_id
  where digital_code.sku = ${sku} and state = 'held' order by digital_code.id limit ${MAX_LISTED}`

export async function insertCodeImport(
  sql: Queries,
  { sku, staffId, now }: { sku: string; staffId: number; now: Date },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into code_import (sku, staff_id, at, added, refused)
    values (${sku}, ${staffId}, ${now}, 0, 0) returning id`
  return row
}

export const saveImportCounts = (
  sql: Queries,
  { id, added, refused }: { id: number; added: number; refused: number },
) => sql`update code_import set added = ${added}, refused = ${refused} where id = ${id}`

export async function isSeenArticle(sql: Queries, sku: string, channels: readonly string[] | null) {
  const [row] = await sql`
    select from article join product on product.id = product_id where sku = ${sku} and ${isVisibleGiftRow(sql, channels)}`
  return row !== undefined
}

export const lockArticle = (sql: Queries, sku: string) =>
  sql`select from article where sku = ${sku} for no key update`

/** Releases held codes if they are separate codes (`own`), and deletes them otherwise. */
export const resolveHeldCodes = (
  sql: Queries,
  { own, sku, ids }: { own: boolean; sku: string; ids: number[] },
) => sql`
  update digital_code set ${own ? sql`state = 'free'` : sql`state = 'gone', sealed = null`}
  where sku = ${sku} and id = any(${ids}::bigint[]) and state = 'held'`

export async function lockCodeImport(
  sql: Queries,
  {
    importId,
    sku,
    channels,
  }: { importId: string; sku: string; channels: readonly string[] | null },
) {
  const [row] = await sql<{ undone_at: Date | null }[]>`
    select undone_at from code_import join article using (sku) join product on product.id = product_id
    where code_import.id = ${importId} and sku = ${sku} and ${isVisibleGiftRow(sql, channels)} for update of code_import`
  return row
}

export const withdrawImportedCodes = (sql: Queries, importId: string) => sql`
  update digital_code set state = 'gone', sealed = null where import_id = ${importId} and state in ('free', 'held')`

export const markImportWithdrawn = (
  sql: Queries,
  {
    now,
    staffId,
    withdrawn,
    importId,
  }: { now: Date; staffId: number; withdrawn: number; importId: string },
) => sql`
  update code_import set undone_at = ${now}, undone_by = ${staffId}, undone_codes = ${withdrawn}
  where id = ${importId}`

export const lockDigitalCodes = (sql: Queries) =>
  sql`select pg_advisory_xact_lock(hashtext('digital codes'))`

export const listCodesWithMarks = (sql: Queries, marks: string[]) => sql<
  { sku: string; mark: string; exact: string | null; sealed: Buffer | null }[]
>`
  select sku, encode(mark, 'hex') as mark, encode(exact, 'hex') as exact, sealed from digital_code
  where state <> 'gone' and mark in (select decode(mark, 'hex') from unnest(${marks}::text[]) mark)`

export const insertDigitalCodes = (
  sql: Queries,
  {
    sku,
    importId,
    pepperId,
    newCodes,
  }: {
    sku: string
    importId: number
    pepperId: string
    newCodes: { place: number; sealed: string; mark: string; exact: string; state: string }[]
  },
) => sql<{ exact: string }[]>`
  insert into digital_code (sku, import_id, pepper_id, sealed, mark, exact, state)
  select ${sku}, ${importId}, ${pepperId}, decode(sealed, 'hex'), decode(mark, 'hex'), decode(exact, 'hex'), state
  from jsonb_to_recordset(${sql.json(newCodes)})
    as fresh (place integer, sealed text, mark text, exact text, state text)
  order by place on conflict (exact) where state <> 'gone' do nothing
  returning encode(exact, 'hex') as exact`
