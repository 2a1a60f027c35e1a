import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import {
  type BulkAction,
  type CHANGE_KINDS_OF_CATALOGUE,
  catalogueChange,
  catalogueChanges,
  createBulkChange,
  previewBulkChange,
  undoCatalogueChange,
} from '#contract/catalog/bulk-changes.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Fragment, Queries, Transaction } from '#server/platform/db/database.ts'
import { bulkRows } from '#server/modules/catalog/changes/bulk-change.sql.ts'
import {
  applyChange,
  startChange,
  type LeftAlone,
  lockGifts,
  undoCatalogue,
  wouldBeLeft,
} from '#server/modules/catalog/changes/write-catalog.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { giftsWhere, tagsBelow } from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { nameOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import { undoneSince, undoUntil } from '#server/modules/catalog/gifts/gift.staff-routes.ts'
import { wroteInOwn } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { lockPublishing, lockRelease } from '#server/modules/content/releases/release.sql.ts'
import { undoAtOnce } from '#server/modules/content/releases/schedule-release.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Asker = StaffCaller & { colleague: Colleague }
type Selected = z.output<(typeof previewBulkChange)['input']>

const SHOWN = 20

/** Changes to many gifts: previewed, written as one and undone as one. */
export function catalogueChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(
    app,
    backoffice,
    previewBulkChange,
    async (asked, asker) => {
      const products = await chosenGifts(asker, asked)
      if (refused(products)) return products
      const { sql, colleague } = asker
      const rows = bulkRows(sql, asked.action, { products, channels: asker.channels })
      const [counts, leftOut, first] = await Promise.all([
        countRows(sql, rows),
        sql<{ why: 'same' | 'least' | 'not-offered' | 'shared'; count: number }[]>`
          select coalesce(why, 'same') as why, count(*)::integer as count from (${rows}) row
          where why is not null or before is not distinct from after group by 1 order by 1`,
        firstRows(sql, rows, colleague.language),
      ])
      return { ...counts, left_out: [...leftOut], first }
    },
    { reads: true },
  )

  serveStaff(app, backoffice, createBulkChange, async ({ seen, reason, ...asked }, asker) => {
    const { sql, colleague, now, audit, channels } = asker
    const products = await chosenGifts(asker, asked)
    if (refused(products)) return products
    await lockGifts(sql, products)
    const held = await holdTags(sql, asked.action)
    if (refused(held)) return held
    const rows = bulkRows(sql, asked.action, { products, channels })
    const counts = await countRows(sql, rows)
    if (counts.seen !== seen) return refuseStaff('changed-since')
    if (counts.fields === 0) return refuseStaff('nothing-to-do')
    const id = await startChange(sql, {
      kind: 'bulk',
      about: asked.action,
      reason,
      staff: colleague.id,
      at: now,
    })
    await sql`
      insert into bulk_change_row (bulk_id, kind, product_id, id, channel_id, language, field, before, after)
      select ${id}, kind, product_id, id, channel_id, language, field, before, after from (${rows}) row
      where why is null and before is distinct from after`
    const written = await applyChange(sql, id)
    audit({
      action: 'gifts.changed',
      subjectKind: 'catalogue-change',
      subjectId: String(id),
      reason,
      after: { ...asked.action, gifts: counts.gifts, fields: written },
    })
    return { id: String(id), gifts: counts.gifts, fields: written }
  })

  serveStaff(app, backoffice, catalogueChanges, listChanges)

  serveStaff(
    app,
    backoffice,
    catalogueChange,
    async ({ id }, { sql, colleague, channels, now }) => {
      const row = await findChange(sql, Number(id), { channels, colleague })
      if (!row) return refuseStaff('not-found')
      const [first, left] = await Promise.all([
        firstRows(
          sql,
          sql`select kind, product_id, id, channel_id, language, field, before, after, null::text as why
            from bulk_change_row where bulk_id = ${row.id}`,
          colleague.language,
        ),
        row.undone_at ? [] : wouldBeLeft(sql, row.id),
      ])
      return { ...changeOf(row, now), first, would_stay: left.map(leftOf) }
    },
  )

  serveStaff(app, backoffice, undoCatalogueChange, async ({ id, reason }, asker) => {
    const { colleague, channels, now, audit } = asker
    const sql = inTransaction(asker.sql)
    const change = Number(id)
    const [published] = await sql`
      select from bulk_change where id = ${change} and release_id is not null`
    // Locked first, as publishing does.
    if (published) await lockPublishing(sql)
    await sql`select from bulk_change where id = ${change} for update`
    const row = await findChange(sql, change, { channels, colleague })
    if (!row) return refuseStaff('not-found')
    if (row.undone_at || row.kind === 'undo') return refuseStaff('nothing-to-undo')
    if (undoUntil(row.at) <= now) return refuseStaff('too-late')
    const undone = await undoCatalogue(sql, change, {
      about: row.about,
      reason,
      staff: colleague.id,
      at: now,
    })
    const menus = row.release_id
      ? await putMenusBack(sql, row.release_id, { at: now, by: colleague.id })
      : 0
    const left = undone.left.map(leftOf)
    audit({
      action: 'gifts.put-back',
      subjectKind: 'catalogue-change',
      subjectId: id,
      reason,
      after: { fields: undone.written, left: undone.leftCount, named: left.slice(0, 20), menus },
    })
    return { id: String(undone.id), put_back: undone.written, left_alone: undone.leftCount, left }
  })
}

async function listChanges(
  { mine, ...asked }: ParsedInput<typeof catalogueChanges>,
  asker: SignedIn,
) {
  const { colleague, channels, now } = asker
  const staff = mine === 'yes' || channels !== null ? colleague.id : undefined
  return serveList(asker, asked, {
    file: 'catalogue-changes',
    list: changeList({ ...asked, staff, channels, since: undoneSince(now) }),
    columns: CSV,
    row: (row: ChangeRow) => changeOf(row, now),
  })
}

/** Menus and tiles that a merge moved go back by a release of their own; what others wrote since stays there, too. */
async function putMenusBack(sql: Transaction, id: number, by: { at: Date; by: number }) {
  const release = await lockRelease(sql, id)
  if (release?.state !== 'live') return 0
  const undone = await undoAtOnce(sql, release, by)
  if (undone === 'nothing-to-undo') return 0
  if (!undone.published.done) throw new Error(`release ${id} cannot be put back`)
  return undone.published.written
}

const leftOf = ({ product, ...left }: LeftAlone) => ({ gift: product, ...left })

/**
 * Refuses unless exactly the previewed gifts match, and all named channels and attributes exist and belong to the
 * colleague.
 */
async function chosenGifts({ sql, channels, colleague, within }: Asker, asked: Selected) {
  const { ids, found, count, action } = asked
  if ((ids === undefined) === (found === undefined)) {
    return refuseStaff('invalid-input', { field: 'ids', message: 'Needs ids or found.' })
  }
  const named =
    'channels' in action
      ? action.channels
      : action.field === 'delivery_info'
        ? [action.channel]
        : []
  if (named.some((channel) => !within(channel) && channel !== SHARED_CHANNEL))
    return refuseStaff('not-found')
  if (!(await areThere(sql, action, named)))
    return refuseStaff(named.length > 0 ? 'unknown-channel' : 'unknown-name')
  const rows = await sql<{ id: string }[]>`
    select product.id from product join brand on brand.id = product.brand_id
    where ${giftsWhere(sql, ids ? { ids } : (found ?? {}), { channels, language: colleague.language })}
    order by product.id`
  if (rows.length !== count) return refuseStaff('count-differs', { stands: { count: rows.length } })
  return rows.map(({ id }) => id)
}

/**
 * Locks the tags that gifts get against merge, removal and retirement until this commits; earlier changes are
 * detected here. For a menu item its entries are locked too, because they decide the tags.
 */
async function holdTags(sql: Queries, action: BulkAction) {
  if (action.field !== 'tags' && action.field !== 'category') return null
  const wanted = async () => {
    if (action.field === 'tags') return [...new Set(action.value)].sort()
    const rows = await sql<{ tag_id: string }[]>`
      select distinct tag_id from (${tagsBelow(sql, [action.value])}) coming order by tag_id`
    return rows.map(({ tag_id }) => tag_id)
  }
  const tags = await wanted()
  const held = await sql<{ id: string; retired: boolean }[]>`
    select id, retired from tag where id = any(${tags}::text[]) order by id for share`
  if (held.length < tags.length) {
    return refuseStaff(action.field === 'tags' ? 'unknown-name' : 'changed-since')
  }
  if (action.field === 'tags')
    return action.how === 'add' && held.some(({ retired }) => retired)
      ? refuseStaff('retired-word')
      : null
  // A parallel publish of a menu waits, or has already changed the tags.
  await sql`
    select from navigation_tag where tag_id = any(${tags}::text[]) order by channel_id, item_id, tag_id for share`
  const now = await wanted()
  if (now.join(' ') !== tags.join(' ')) return refuseStaff('changed-since')
  return held.length > 0 && held.every(({ retired }) => retired)
    ? refuseStaff('retired-word')
    : null
}

async function areThere(sql: Queries, action: BulkAction, channels: readonly string[]) {
  const [row] = await sql<{ there: boolean }[]>`
    select ${
      action.field === 'tags'
        ? sql`not exists (
            select from unnest(${action.value}::text[]) named (id)
            where not exists (select from tag where tag.id = named.id))`
        : action.field === 'category'
          ? sql`exists (
              select from navigation_item join navigation_tag
                on navigation_tag.channel_id = navigation_item.channel_id and item_id = id
              where id = ${action.value})`
          : sql`not exists (
              select from unnest(${channels as string[]}::text[]) named (id)
              where not exists (select from channel where channel.id = named.id))`
    } as there`
  return row?.there === true
}

async function countRows(sql: Queries, rows: Fragment) {
  const [counts] = await sql<{ gifts: number; fields: number; carts: number; seen: string }[]>`
    with written as materialized (
      select * from (${rows}) row where why is null and before is distinct from after
    )
    select count(distinct product_id)::integer as gifts, count(*)::integer as fields,
      (
        select count(distinct line.cart_guid)::integer from written
        join offer on offer.channel_id = written.channel_id and offer.sku = written.id
        join cart_line line on line.spli_id = offer.spli_id
        join cart on cart.guid = line.cart_guid and cart.state = 'open'
        where written.kind = 'offer'
      ) as carts,
      md5(coalesce(string_agg(concat_ws(' ', kind, id, channel_id, language, field, before, after), '\n'
        order by id, channel_id, language), '')) as seen
    from written`
  return counts ?? { gifts: 0, fields: 0, carts: 0, seen: '' }
}

async function firstRows(sql: Queries, rows: Fragment, language: string) {
  const found = await sql<
    {
      gift: string
      name: string
      picture: string | null
      id: string
      channel: string
      language: string
      field: string
      before: unknown
      after: unknown
    }[]
  >`
    select product_id as gift, coalesce(said.name, nullif(product_id, ''), row.id) as name, said.picture, row.id,
      channel_id as channel, language, kind || '.' || field as field, before, after
    from (
      select * from (${rows}) all_rows where why is null and before is distinct from after
      order by product_id, id, channel_id, field limit ${SHOWN}
    ) row
    left join lateral (
      select ${nameOfGift(sql, language)} as name, product.pictures[1] as picture
      from product where product.id = row.product_id
    ) said on true
    order by product_id, row.id, channel_id`
  return [...found]
}

type ChangeRow = {
  id: number
  kind: 'gift' | (typeof CHANGE_KINDS_OF_CATALOGUE)[number]
  about: Record<string, unknown>
  reason: string
  by: string | null
  by_id: number | null
  at: Date
  written: number
  left_alone: number
  undone_by: string | null
  undone_at: Date | null
  release_id: number | null
}

const changeRow = (sql: Queries) => sql`
  change.id, change.kind, change.about, change.reason, staff.name as by, staff.id as by_id, change.at,
  coalesce(whole.written, change.written) as written, coalesce(whole.left_alone, change.left_alone) as left_alone,
  change.release_id, undoer.name as undone_by, undo.at as undone_at`

const changeFrom = (sql: Queries) => sql`
  bulk_change change left join staff on staff.id = change.staff_id
  left join bulk_change undo on undo.undoes_id = change.id
  left join staff undoer on undoer.id = undo.staff_id
  left join lateral (
    select max(back.id) as last, sum(back.written)::integer as written, sum(back.left_alone)::integer as left_alone
    from bulk_change portion join bulk_change other on other.import_id = portion.import_id
    join bulk_change back on back.undoes_id = other.id
    where portion.id = change.undoes_id
  ) whole on change.kind = 'undo'`

const changeList = ({
  search,
  staff,
  channels,
  ids,
  kind,
  open,
  since,
}: {
  search?: string | undefined
  staff: number | undefined
  channels: readonly string[] | null
  ids?: string[] | undefined
  kind?: string[] | undefined
  open?: 'yes' | 'no' | undefined
  /** Older changes cannot be undone. */
  since: Date
}): ListQuery<'at'> => ({
  select: changeRow,
  from: (sql) => sql`${changeFrom(sql)}
    where change.kind <> 'gift' and ${wroteInOwn(sql, channels)}
      -- An import goes in by portions and back as one: one line tells of it.
      and change.id = coalesce(whole.last, change.id)
      ${search === undefined ? sql`` : sql`and strpos(lower(change.reason || ' ' || coalesce(staff.name, '') || ' ' || change.about::text), ${search.toLowerCase()}) > 0`}
      ${staff === undefined ? sql`` : sql`and change.staff_id = ${staff}`}
      ${kind === undefined ? sql`` : sql`and change.kind = any(${kind}::text[])`}
      ${
        open === undefined
          ? sql``
          : sql`and (change.kind <> 'undo' and undo.id is null and change.at > ${since}) = ${open === 'yes'}`
      }
      ${ids === undefined ? sql`` : sql`and change.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`change.id`,
  sorts: { at: { by: (sql) => sql`change.at`, type: 'timestamptz' } },
  usual: '-at',
})

/** Visible to its author while they work in all channels that it changed, and to colleagues of all channels. */
async function findChange(
  sql: Queries,
  id: number,
  { channels, colleague }: Pick<Asker, 'channels' | 'colleague'>,
) {
  const [row] = await sql<ChangeRow[]>`
    select ${changeRow(sql)} from ${changeFrom(sql)}
    where change.id = ${id} and ${wroteInOwn(sql, channels)}
      ${channels === null ? sql`` : sql`and change.staff_id = ${colleague.id}`}`
  return row
}

function changeOf(row: ChangeRow, now: Date) {
  const { id, kind, about, reason, by, at, written, left_alone, undone_at, undone_by, release_id } =
    row
  const until = undoUntil(at)
  const isOpen = kind !== 'undo' && !undone_at && until > now
  return {
    id: String(id),
    kind,
    about,
    reason,
    by,
    at: at.toISOString(),
    written,
    left_alone,
    undone: undone_at ? { by: undone_by, at: undone_at.toISOString() } : null,
    undo_until: isOpen ? until.toISOString() : null,
    release: release_id === null ? null : String(release_id),
  }
}

const CSV: Record<string, (row: ChangeRow) => string | number | null> = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString(),
  kind: ({ kind }) => kind,
  by: ({ by }) => by,
  about: ({ about }) => JSON.stringify(about),
  written: ({ written }) => written,
  left_alone: ({ left_alone }) => left_alone,
  undone_at: ({ undone_at }) => undone_at?.toISOString() ?? null,
}
