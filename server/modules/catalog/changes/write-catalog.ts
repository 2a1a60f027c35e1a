import { notify } from '#server/platform/db/change-events.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  CATALOGUE_FIELDS,
  type CatalogueField,
} from '#server/modules/catalog/changes/catalog-fields.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The new value of a field of the catalogue; null removes a row that the change created. */
export type FieldWrite = {
  field: CatalogueField
  /** The gift, also if the write is for one of its variants or channel prices. */
  product: string
  /** The variant, if the write is not about the gift itself. */
  id?: string
  channel?: string
  language?: string
  after: unknown
}

export type CatalogueChange = {
  kind: 'gift' | 'bulk' | 'import' | 'undo' | 'word' | 'merge'
  about?: Record<string, unknown>
  reason?: string
  undoes?: number
  importRun?: number
  staff: number | null
  at: Date
}

/** Up to this many channels get an event each. For more, one event concerns all channels. */
const MAX_CHANNEL_EVENTS = 20

const FIELDS = Object.keys(CATALOGUE_FIELDS) as CatalogueField[]

/**
 * Writes catalogue fields as one change, with their previous values for the history and for an undo. Unchanged fields
 * are left out. Gifts are always locked in the order of their ids.
 */
export async function writeCatalogue(
  sql: Queries,
  change: CatalogueChange,
  writes: readonly FieldWrite[],
): Promise<{ id: number; written: number }> {
  const id = await startChange(sql, change)
  await lockGifts(sql, [...new Set(writes.map(({ product }) => product))])
  const byField = new Map<CatalogueField, FieldWrite[]>()
  for (const write of writes) {
    const fieldWrites = byField.get(write.field)
    if (fieldWrites) fieldWrites.push(write)
    else byField.set(write.field, [write])
  }
  for (const [field, fieldWrites] of byField) {
    const [kind = '', name = ''] = field.split('.')
    const rows = fieldWrites.map(({ product, id, channel = '', language = '', after }) => ({
      product_id: product,
      id: id ?? product,
      channel_id: channel,
      language,
      after,
    }))
    await sql.unsafe(
      `insert into bulk_change_row (bulk_id, kind, product_id, id, channel_id, language, field, before, after)
       select $1, $2, product_id, id, channel_id, language, $3, before, after
       from (
         select row.product_id, row.id, row.channel_id, row.language, ${CATALOGUE_FIELDS[field].read} as before,
           case when jsonb_typeof(row.after) = 'null' then null else row.after end as after
         from jsonb_to_recordset($4::text::jsonb)
           as row (product_id text, id text, channel_id text, language text, after jsonb)
       ) wanted
       where before is distinct from after`,
      [id, kind, name, JSON.stringify(rows)],
    )
  }
  return { id, written: await applyChange(sql, id) }
}

/** Creates a change without rows; a caller that computes them in the database adds them and then applies it. */
export async function startChange(sql: Queries, change: CatalogueChange): Promise<number> {
  const { kind, about = {}, reason = '', undoes = null, importRun = null, staff, at } = change
  const [row] = await sql<{ id: number }[]>`
    insert into bulk_change (kind, about, reason, undoes_id, import_id, staff_id, at)
    values (${kind}, ${sql.json(about)}, ${reason}, ${undoes}, ${importRun}, ${staff}, ${at})
    returning id`
  if (!row) throw new Error('insert of the change returned no row')
  return row.id
}

export async function lockGifts(sql: Queries, products: readonly string[]) {
  await sql`
    select from product where id = any(${products as string[]}::text[]) order by id for no key update`
}

/** Applies the rows of a change to the catalogue and notifies every process. Returns the number of fields. */
export async function applyChange(sql: Queries, id: number): Promise<number> {
  // A hundred thousand channel prices take longer than a normal request may.
  await sql`set local statement_timeout = '5min'`
  const changedFields = await sql<{ field: CatalogueField; removes: boolean; rows: number }[]>`
    select kind || '.' || field as field, bool_or(after is null) as removes, count(*)::integer as rows
    from bulk_change_row where bulk_id = ${id} group by 1`
  const removesByField = new Map(changedFields.map(({ field, removes }) => [field, removes]))
  const isRemoval = (field: CatalogueField) =>
    field.endsWith('.made') && removesByField.get(field) === true
  // Rows that others refer to are created first and removed last.
  const order = [
    ...FIELDS.filter((field) => !isRemoval(field)),
    ...FIELDS.filter(isRemoval).reverse(),
  ]
  for (const field of order.filter((field) => removesByField.has(field))) {
    const [kind = '', name = ''] = field.split('.')
    for (const statement of CATALOGUE_FIELDS[field].write) {
      await sql.unsafe(
        `with wanted as (
           select product_id, id, channel_id, language, after from bulk_change_row
           where bulk_id = $1 and kind = $2 and field = $3
         ) ${statement}`,
        [id, kind, name],
      )
    }
  }
  const written = changedFields.reduce((sum, { rows }) => sum + rows, 0)
  await sql`update bulk_change set written = ${written} where id = ${id}`
  if (written > 0) await notifyChange(sql, id)
  return written
}

/** Channels that sell the changed gifts reload them within a second, in every process. */
async function notifyChange(sql: Queries, id: number) {
  const [attribute] = await sql`
    select from bulk_change_row
    where bulk_id = ${id} and kind in ('brand', 'group', 'tag', 'dimension', 'value') limit 1`
  // All channels share the attributes.
  if (attribute) return notify(sql, 'catalogue', '')
  const rows = await sql<{ channel_id: string }[]>`
    select distinct channel_id from (
      select channel_id from bulk_change_row
      where bulk_id = ${id} and (kind = 'offer' or (kind = 'text' and channel_id <> ${SHARED_CHANNEL}))
      union all
      select offer.channel_id
      from (
        select distinct product_id from bulk_change_row
        where bulk_id = ${id} and (kind in ('gift', 'article') or (kind = 'text' and channel_id = ${SHARED_CHANNEL}))
      ) shared join article using (product_id) join offer using (sku)
    ) affected where channel_id <> '' limit ${MAX_CHANNEL_EVENTS + 1}`
  if (rows.length > MAX_CHANNEL_EVENTS) return notify(sql, 'catalogue', '')
  for (const { channel_id } of rows) await notify(sql, 'channel', channel_id)
}

/** A field that an undo does not restore. */
export type LeftAlone = {
  product: string
  id: string
  channel: string
  language: string
  field: string
  /** The colleague who has written it since; null if it was not the back office. */
  by: string | null
}

/** At most this many of the skipped fields are listed; all are counted. */
const MAX_LISTED = 100

/**
 * Restores what a change wrote, field by field. A field changed since then stays and is listed. Only rows that still
 * have the change's value are restored.
 */
export async function undoCatalogueChange(
  sql: Queries,
  undone: number,
  change: Omit<CatalogueChange, 'kind' | 'undoes'>,
): Promise<{ id: number; written: number; left: LeftAlone[]; leftCount: number }> {
  const id = await startChange(sql, { ...change, kind: 'undo', undoes: undone })
  const products = await sql<{ product_id: string }[]>`
    select distinct product_id from bulk_change_row where bulk_id = ${undone}`
  await lockGifts(
    sql,
    products.map(({ product_id }) => product_id),
  )
  const changedFields = await sql<{ field: CatalogueField }[]>`
    select distinct kind || '.' || field as field from bulk_change_row where bulk_id = ${undone}`
  for (const { field } of changedFields) {
    const [kind = '', name = ''] = field.split('.')
    await sql.unsafe(
      `insert into bulk_change_row (bulk_id, kind, product_id, id, channel_id, language, field, before, after)
       select $1, kind, product_id, id, channel_id, language, field, after, before from bulk_change_row row
       where bulk_id = $2 and kind = $3 and field = $4 and ${isUnchanged(field)}
         ${OUT_OF_SALE.test(field) ? '' : `and product_id <> all(array(${GIFTS_IN_USE}))`}`,
      [id, undone, kind, name],
    )
  }
  const written = await applyChange(sql, id)
  const { left, count } = await findLeftAlone(sql, undone, id)
  await sql`update bulk_change set left_alone = ${count} where id = ${id}`
  return { id, written, left, leftCount: count }
}

/** The fields that an undo would skip now, without undoing anything. */
export async function listFieldsKeptByUndo(sql: Queries, change: number): Promise<LeftAlone[]> {
  const changedFields = await sql<{ field: CatalogueField }[]>`
    select distinct kind || '.' || field as field from bulk_change_row where bulk_id = ${change}`
  const kept: LeftAlone[] = []
  for (const { field } of changedFields) {
    const [kind = '', name = ''] = field.split('.')
    const rows = await sql.unsafe<LeftAlone[]>(
      `select product_id as product, id, channel_id as channel, language, kind || '.' || field as field,
         ${CHANGED_BY} as by
       from bulk_change_row row
       where bulk_id = $1 and kind = $2 and field = $3 and not ${isUnchanged(field)}
       order by id, channel_id limit ${MAX_LISTED}`,
      [change, kind, name],
    )
    kept.push(...rows)
  }
  return kept.slice(0, MAX_LISTED)
}

/** Fields that take a gift off sale without removing any of its texts. */
const OUT_OF_SALE = /^(article\.made|article\.shelf|offer\..+)$/

/** Gifts created by the change `$2` that are in orders, carts or wishlists: they keep their names and images. */
const GIFTS_IN_USE = `
  select made.product_id from bulk_change_row made
  where made.bulk_id = $2 and made.kind = 'gift' and made.field = 'made' and made.after is not null and exists (
    select from article where article.product_id = made.product_id and (
      exists (select from order_line where order_line.sku = article.sku)
      or exists (select from offer join cart_line using (spli_id) where offer.sku = article.sku)
      or exists (select from offer join wishlist_item using (spli_id) where offer.sku = article.sku)))`

/** Whether the row's field still has the value that the change wrote. */
const isUnchanged = (field: CatalogueField) =>
  `(${CATALOGUE_FIELDS[field].read} is not distinct from row.after)`

/** The colleague who changed the row's field last, after the change itself. */
const CHANGED_BY = `(select staff.name from bulk_change_row later
    join bulk_change on bulk_change.id = later.bulk_id join staff on staff.id = bulk_change.staff_id
    where later.kind = row.kind and later.id = row.id and later.channel_id = row.channel_id
      and later.language = row.language and later.field = row.field and later.bulk_id > row.bulk_id
    order by later.bulk_id desc limit 1)`

/** The fields of a change that its undo did not restore. */
async function findLeftAlone(sql: Queries, undone: number, undo: number) {
  const notRestored = `
    from bulk_change_row row where bulk_id = $1 and not exists (
      select from bulk_change_row restored
      where restored.bulk_id = $2 and restored.kind = row.kind and restored.id = row.id
        and restored.channel_id = row.channel_id and restored.language = row.language
        and restored.field = row.field)`
  const [count] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::integer as count ${notRestored}`,
    [undone, undo],
  )
  const left = await sql.unsafe<LeftAlone[]>(
    `select product_id as product, id, channel_id as channel, language, kind || '.' || field as field,
       (select staff.name from bulk_change_row later
        join bulk_change on bulk_change.id = later.bulk_id join staff on staff.id = bulk_change.staff_id
        where later.kind = row.kind and later.id = row.id and later.channel_id = row.channel_id
          and later.language = row.language and later.field = row.field
          and later.bulk_id > row.bulk_id and later.bulk_id <> $2
        order by later.bulk_id desc limit 1) as by
     ${notRestored} order by id, channel_id limit ${MAX_LISTED}`,
    [undone, undo],
  )
  return { left: [...left], count: count?.count ?? 0 }
}
