import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import {
  type BulkAction,
  bulkChange,
  bulkChanges,
  createBulkChange,
  previewBulkChange,
  undoBulkChange,
} from '#contract/catalog/bulk-changes.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
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
import { undoneSince, changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing, lockRelease } from '#server/modules/content/releases/release.sql.ts'
import { publishUndo } from '#server/modules/content/releases/undo-release.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  countLeftOut,
  insertChangeRows,
  changeRowsOf,
  isOfRelease,
  lockChange,
  listChosenGifts,
  listTagsBelow,
  lockTags,
  lockNavigationTags,
  areThere,
  countRows,
  firstRows,
  type ChangeRow,
  changeList,
  findChange,
} from '#server/modules/catalog/changes/catalog-change.sql.ts'

type Selected = Omit<z.output<(typeof previewBulkChange)['input']>, 'shown'>

/** Changes to many gifts: previewed, written as one change and undone as one. */
export function bulkChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, previewBulkChange, handlePreviewBulkChange, { reads: true })

  serveStaff(app, backoffice, createBulkChange, handleCreateBulkChange)

  serveStaff(app, backoffice, bulkChanges, listChanges)

  serveStaff(app, backoffice, bulkChange, handleBulkChange)

  serveStaff(app, backoffice, undoBulkChange, handleUndoBulkChange)
}

async function handlePreviewBulkChange(
  { shown, ...input }: ParsedInput<typeof previewBulkChange>,
  caller: SignedIn,
) {
  const products = await chosenGifts(caller, input)
  if (refused(products)) return products
  const { sql, colleague } = caller
  const rows = bulkRows(sql, input.action, { products, channels: caller.channels })
  const [counts, leftOut, first] = await Promise.all([
    countRows(sql, rows),
    countLeftOut(sql, rows),
    firstRows(sql, rows, { language: colleague.language, shown }),
  ])
  return { ...counts, left_out: [...leftOut], first }
}

async function handleCreateBulkChange(
  { seen, reason, ...input }: ParsedInput<typeof createBulkChange>,
  caller: SignedIn,
) {
  const { sql, colleague, now, audit, channels } = caller
  const products = await chosenGifts(caller, input)
  if (refused(products)) return products
  await lockGifts(sql, products)
  const held = await holdTags(sql, input.action)
  if (refused(held)) return held
  const rows = bulkRows(sql, input.action, { products, channels })
  const counts = await countRows(sql, rows)
  if (counts.seen !== seen) return refuseStaff('changed-since')
  if (counts.fields === 0) return refuseStaff('nothing-to-do')
  const id = await startChange(sql, {
    kind: 'bulk',
    about: input.action,
    reason,
    staff: colleague.id,
    at: now,
  })
  await insertChangeRows(sql, id, rows)
  const written = await applyChange(sql, id)
  audit({
    action: 'gifts.changed',
    subjectKind: 'catalogue-change',
    subjectId: String(id),
    reason,
    after: { ...input.action, gifts: counts.gifts, fields: written },
  })
  return { id: String(id), gifts: counts.gifts, fields: written }
}

async function handleBulkChange(
  { id, shown }: ParsedInput<typeof bulkChange>,
  { sql, colleague, channels, now }: SignedIn,
) {
  const row = await findChange(sql, Number(id), { channels, colleague })
  if (!row) return refuseStaff('not-found')
  const [first, left] = await Promise.all([
    firstRows(sql, changeRowsOf(sql, row.id), { language: colleague.language, shown }),
    row.undone_at ? [] : wouldBeLeft(sql, row.id),
  ])
  return { ...changeOf(row, now), first, would_stay: left.map(leftOf) }
}

async function handleUndoBulkChange(
  { id, reason }: ParsedInput<typeof undoBulkChange>,
  caller: SignedIn,
) {
  const { colleague, channels, now, audit } = caller
  const sql = inTransaction(caller.sql)
  const change = Number(id)
  const published = await isOfRelease(sql, change)
  // Locked first, as in publishing.
  if (published) await lockPublishing(sql)
  await lockChange(sql, change)
  const row = await findChange(sql, change, { channels, colleague })
  if (!row) return refuseStaff('not-found')
  if (row.undone_at || row.kind === 'undo') return refuseStaff('nothing-to-undo')
  if (changeUndoUntil(row.at) <= now) return refuseStaff('too-late')
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
    action: 'gifts.change-undone',
    subjectKind: 'catalogue-change',
    subjectId: id,
    reason,
    after: { fields: undone.written, left: undone.leftCount, named: left.slice(0, 20), menus },
  })
  return { id: String(undone.id), put_back: undone.written, left_alone: undone.leftCount, left }
}

async function listChanges(query: ParsedInput<typeof bulkChanges>, caller: SignedIn) {
  const { colleague, channels, now } = caller
  return serveList(caller, query, {
    file: 'catalogue-changes',
    list: changeList({ ...query, staff: colleague.id, channels, since: undoneSince(now) }),
    columns: CSV,
    row: (row: ChangeRow) => changeOf(row, now),
  })
}

/**
 * Menus and tiles that a merge changed are restored by a release of their own. Changes made by others since then
 * stay.
 */
async function putMenusBack(sql: Transaction, id: number, by: { at: Date; by: number }) {
  const release = await lockRelease(sql, id)
  if (release?.state !== 'live') return 0
  const undone = await publishUndo(sql, release, by)
  if (undone === 'nothing-to-undo') return 0
  if (!undone.published.done) throw new Error(`release ${id} cannot be put back`)
  return undone.published.written
}

const leftOf = ({ product, ...left }: LeftAlone) => ({ gift: product, ...left })

/**
 * Refuses unless exactly the previewed gifts match, and all named channels and attributes exist and belong to the
 * colleague.
 */
async function chosenGifts({ sql, channels, colleague, within }: SignedIn, selected: Selected) {
  const { ids, found, count, action } = selected
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
  const rows = await listChosenGifts(sql, {
    ids,
    found,
    channels,
    colleague,
    language: colleague.language,
  })
  if (rows.length !== count) return refuseStaff('count-differs', { stands: { count: rows.length } })
  return rows.map(({ id }) => id)
}

/**
 * Locks the tags that gifts get against merge, removal and retirement until the commit; earlier changes are detected
 * here. For a menu item its entries are locked too, because they determine the tags.
 */
async function holdTags(sql: Queries, action: BulkAction) {
  if (action.field !== 'tags' && action.field !== 'category') return null
  const wanted = async () => {
    if (action.field === 'tags') return [...new Set(action.value)].sort()
    const rows = await listTagsBelow(sql, action.value)
    return rows.map(({ tag_id }) => tag_id)
  }
  const tags = await wanted()
  const held = await lockTags(sql, tags)
  if (held.length < tags.length) {
    return refuseStaff(action.field === 'tags' ? 'unknown-name' : 'changed-since')
  }
  if (action.field === 'tags')
    return action.how === 'add' && held.some(({ retired }) => retired)
      ? refuseStaff('retired-word')
      : null
  // A parallel publication of a menu waits, or has already changed the tags.
  await lockNavigationTags(sql, tags)
  const now = await wanted()
  if (now.join(' ') !== tags.join(' ')) return refuseStaff('changed-since')
  return held.length > 0 && held.every(({ retired }) => retired)
    ? refuseStaff('retired-word')
    : null
}

function changeOf(row: ChangeRow, now: Date) {
  const { id, kind, about, reason, by, at, written, left_alone, undone_at, undone_by, release_id } =
    row
  const until = changeUndoUntil(at)
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

const CSV: ListFile<'bulkChanges', ChangeRow> = {
  id: ({ id }) => id,
  at: ({ at }) => at.toISOString(),
  kind: ({ kind }) => kind,
  by: ({ by }) => by,
  about: ({ about }) => JSON.stringify(about),
  written: ({ written }) => written,
  left_alone: ({ left_alone }) => left_alone,
  undone_at: ({ undone_at }) => undone_at?.toISOString() ?? null,
  ...notInFile('reason', 'undone', 'undo_until', 'release'),
}
