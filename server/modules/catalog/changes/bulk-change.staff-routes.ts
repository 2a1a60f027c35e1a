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
  undoCatalogueChange,
  listFieldsKeptByUndo,
} from '#server/modules/catalog/changes/write-catalog.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { oldestUndoableTime, changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing, lockRelease } from '#server/modules/content/releases/release.sql.ts'
import { publishUndo } from '#server/modules/content/releases/undo-release.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  countLeftOut,
  insertChangeRows,
  selectChangeRows,
  hasRelease,
  lockChange,
  listSelectedGifts,
  listTagsBelow,
  lockTags,
  lockNavigationTags,
  doNamesExist,
  countChangedRows,
  readFirstRows,
  type ChangeRow,
  changeList,
  findChange,
} from '#server/modules/catalog/changes/catalog-change.sql.ts'

type Selection = Omit<z.output<(typeof previewBulkChange)['input']>, 'shown'>

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
  const products = await findSelectedGifts(caller, input)
  if (refused(products)) return products
  const { sql, colleague } = caller
  const rows = bulkRows(sql, input.action, { products, channels: caller.channels })
  const [counts, leftOut, first] = await Promise.all([
    countChangedRows(sql, rows),
    countLeftOut(sql, rows),
    readFirstRows(sql, rows, { language: colleague.language, shown }),
  ])
  return { ...counts, left_out: [...leftOut], first }
}

async function handleCreateBulkChange(
  { seen, reason, ...input }: ParsedInput<typeof createBulkChange>,
  caller: SignedIn,
) {
  const { sql, colleague, now, audit, channels } = caller
  const products = await findSelectedGifts(caller, input)
  if (refused(products)) return products
  await lockGifts(sql, products)
  const refusal = await lockActionTags(sql, input.action)
  if (refusal) return refusal
  const rows = bulkRows(sql, input.action, { products, channels })
  const counts = await countChangedRows(sql, rows)
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
    readFirstRows(sql, selectChangeRows(sql, row.id), { language: colleague.language, shown }),
    row.undone_at ? [] : listFieldsKeptByUndo(sql, row.id),
  ])
  return { ...changeOf(row, now), first, would_stay: left.map(leftAnswer) }
}

async function handleUndoBulkChange(
  { id, reason }: ParsedInput<typeof undoBulkChange>,
  caller: SignedIn,
) {
  const { colleague, channels, now, audit } = caller
  const sql = requireTransaction(caller.sql)
  const change = Number(id)
  // Publishing takes this lock first, too.
  if (await hasRelease(sql, change)) await lockPublishing(sql)
  await lockChange(sql, change)
  const row = await findChange(sql, change, { channels, colleague })
  if (!row) return refuseStaff('not-found')
  if (row.undone_at || row.kind === 'undo') return refuseStaff('nothing-to-undo')
  if (changeUndoUntil(row.at) <= now) return refuseStaff('too-late')
  const undone = await undoCatalogueChange(sql, change, {
    about: row.about,
    reason,
    staff: colleague.id,
    at: now,
  })
  const menus = row.release_id
    ? await restoreMenus(sql, row.release_id, { at: now, by: colleague.id })
    : 0
  const left = undone.left.map(leftAnswer)
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
    list: changeList({ ...query, staff: colleague.id, channels, since: oldestUndoableTime(now) }),
    columns: CSV,
    row: (row: ChangeRow) => changeOf(row, now),
  })
}

/** Restores menus and tiles that a merge changed, by a new release. Later changes by others stay. */
async function restoreMenus(sql: Transaction, id: number, by: { at: Date; by: number }) {
  const release = await lockRelease(sql, id)
  if (release?.state !== 'live') return 0
  const undone = await publishUndo(sql, release, by)
  if (undone === 'nothing-to-undo') return 0
  if (!undone.published.done) throw new Error(`undo of release ${id} was not published`)
  return undone.published.written
}

const leftAnswer = ({ product, ...field }: LeftAlone) => ({ gift: product, ...field })

/**
 * Finds the gifts of an action. Refuses if their number differs from the preview, or a named channel or attribute does
 * not exist or is not the colleague's.
 */
async function findSelectedGifts(
  { sql, channels, colleague, within }: SignedIn,
  selected: Selection,
) {
  const { ids, found, count, action } = selected
  if ((ids === undefined) === (found === undefined)) {
    return refuseStaff('invalid-input', { field: 'ids', message: 'Needs ids or found.' })
  }
  const namedChannels = channelsOfAction(action)
  if (namedChannels.some((channel) => !within(channel) && channel !== SHARED_CHANNEL))
    return refuseStaff('not-found')
  if (!(await doNamesExist(sql, action, namedChannels)))
    return refuseStaff(namedChannels.length > 0 ? 'unknown-channel' : 'unknown-name')
  const rows = await listSelectedGifts(sql, {
    ids,
    found,
    channels,
    colleague,
    language: colleague.language,
  })
  if (rows.length !== count) return refuseStaff('count-differs', { stands: { count: rows.length } })
  return rows.map(({ id }) => id)
}

function channelsOfAction(action: BulkAction): string[] {
  if ('channels' in action) return action.channels
  return action.field === 'delivery_info' ? [action.channel] : []
}

/**
 * Locks the tags that gifts get against merge, removal and retirement until the commit; earlier changes are detected
 * here. For a menu item its entries are locked too, because they determine the tags.
 */
async function lockActionTags(sql: Queries, action: BulkAction) {
  if (action.field !== 'tags' && action.field !== 'category') return null
  if (action.field === 'tags') {
    const tags = [...new Set(action.value)]
    const locked = await lockTags(sql, tags)
    if (locked.length < tags.length) return refuseStaff('unknown-name')
    return action.how === 'add' && locked.some(({ retired }) => retired)
      ? refuseStaff('retired-word')
      : null
  }
  const tags = await listTagsBelow(sql, action.value)
  const locked = await lockTags(sql, tags)
  if (locked.length < tags.length) return refuseStaff('changed-since')
  // A parallel publication of a menu waits, or has already changed the tags.
  await lockNavigationTags(sql, tags)
  const tagsNow = await listTagsBelow(sql, action.value)
  if (tagsNow.join(' ') !== tags.join(' ')) return refuseStaff('changed-since')
  return locked.length > 0 && locked.every(({ retired }) => retired)
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
