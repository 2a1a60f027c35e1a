import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  changePicture,
  media,
  type MediaItem,
  picture,
  type PictureAnswer,
  removePicture,
  restorePicture,
} from '#contract/media.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  findPicture,
  itemOf,
  mediaList,
  type MediaListRow,
  type PictureRow,
  savePictureDetails,
  removePictureByHash,
  restorePictureByHash,
  type MediaCaller,
  findLastChange,
  listReplacements,
  notifyImages,
} from '#server/modules/media/library/media.sql.ts'
import { listUses, type UseRow } from '#server/modules/media/library/media-uses.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { deleteAltTexts, insertAltTexts } from '#server/modules/media/picture.sql.ts'

export function mediaRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, media, listMedia)

  serveStaff(app, backoffice, picture, handlePicture)

  serveStaff(app, backoffice, changePicture, handleChangePicture)

  serveStaff(app, backoffice, removePicture, handleRemovePicture)

  serveStaff(app, backoffice, restorePicture, handleRestorePicture)
}

async function handlePicture({ hash }: ParsedInput<typeof picture>, caller: SignedIn) {
  const found = await findVisiblePicture(caller.sql, hash, caller)
  return refused(found) ? found : pictureResponse(caller, found)
}

async function handleChangePicture(
  { hash, version, ...wanted }: ParsedInput<typeof changePicture>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await findVisiblePicture(sql, hash, caller, { lock: true })
  if (refused(found)) return found
  const { row, uses } = found
  if (!mayChangePicture(found, caller)) return refuseStaff('used-elsewhere')
  if (row.row_version !== version) return refuseStaff('changed-since')
  const before = auditValues(row)
  const texts = { ...row.texts, ...wanted.texts }
  const filled = Object.fromEntries(Object.entries(texts).filter(([, alt]) => alt !== ''))
  const focus = wanted.focus === undefined ? before.focus : wanted.focus
  const { name = row.name, decoration = row.decoration } = wanted
  await savePictureDetails(sql, { name, decoration, x: focus?.x, y: focus?.y, hash })
  await deleteAltTexts(sql, hash)
  await insertAltTexts(sql, hash, filled)
  const after = { name, focus, decoration, texts: filled }
  audit({ action: 'picture.changed', subjectKind: 'picture', subjectId: hash, before, after })
  await notifyImages(sql, uses)
  const changed = await findPicture(sql, hash)
  return pictureResponse(caller, { row: changed ?? row, uses })
}

async function handleRemovePicture({ hash }: ParsedInput<typeof removePicture>, caller: SignedIn) {
  const { sql, now, audit } = caller
  const found = await findVisiblePicture(sql, hash, caller, { lock: true })
  if (refused(found)) return found
  if (!mayChangePicture(found, caller)) return refuseStaff('used-elsewhere')
  if (found.uses.length > 0) return refuseStaff('is-used')
  await removePictureByHash(sql, now, hash)
  const before = { name: found.row.name }
  audit({ action: 'picture.removed', subjectKind: 'picture', subjectId: hash, before })
  return { id: hash }
}

async function handleRestorePicture(
  { hash }: ParsedInput<typeof restorePicture>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await findVisiblePicture(sql, hash, caller, { lock: true })
  if (refused(found)) return found
  if (!found.row.removed_at) return refuseStaff('nothing-to-do')
  await restorePictureByHash(sql, hash)
  const after = { name: found.row.name }
  audit({ action: 'picture.restored', subjectKind: 'picture', subjectId: hash, after })
  return { id: hash }
}

async function listMedia(query: ParsedInput<typeof media>, caller: SignedIn) {
  const { channels, within, colleague } = caller
  if (query.channel && query.channel !== SHARED_CHANNEL && !within(query.channel))
    return refuseStaff('not-found')
  const { language, id: staff } = colleague
  return serveList(caller, query, {
    file: 'media',
    list: mediaList(query, { channels, language, staff }),
    columns: COLUMNS,
    read: async (rows: MediaListRow[]) => rows.map((row) => ({ ...itemOf(row), gift: row.gift })),
    row: (item) => item,
  })
}

const COLUMNS: ListFile<'media', MediaItem & { gift: string }> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  gift: ({ gift }) => gift,
  kind: ({ kind }) => kind,
  width: ({ width }) => width,
  height: ({ height }) => height,
  bytes: ({ bytes }) => bytes,
  languages: ({ languages }) => languages.join(' '),
  decoration: ({ decoration }) => decoration,
  uses: ({ uses }) => uses,
  added_at: ({ added_at }) => added_at,
  ...notInFile('file', 'media_type', 'focus', 'wordless'),
}

type FoundPicture = { row: PictureRow; uses: UseRow[] }

/** An image with all its uses, if the caller may see one of them or has uploaded it. */
export async function findVisiblePicture(
  sql: Queries,
  hash: string,
  { channels, colleague }: MediaCaller,
  options: { lock?: boolean } = {},
): Promise<FoundPicture | ReturnType<typeof refuseStaff<'not-found'>>> {
  const row = await findPicture(sql, hash, options)
  if (!row) return refuseStaff('not-found')
  const uses = await listUses(sql, { channels, language: colleague.language }, hash)
  const isVisible =
    channels === null ||
    uses.some(({ is_visible }) => is_visible) ||
    row.added_by.includes(colleague.id)
  return isVisible ? { row, uses } : refuseStaff('not-found')
}

/** Whether all uses are in channels of the caller, so that the caller may change the image. */
export const mayChangePicture = ({ uses }: FoundPicture, { channels }: MediaCaller) =>
  channels === null || uses.every(({ may_change }) => may_change)

const auditValues = ({ name, focal_x, focal_y, decoration, texts }: PictureRow) => ({
  name,
  focus: focal_x === null || focal_y === null ? null : { x: focal_x, y: focal_y },
  decoration,
  texts,
})

/** Whether an image needs an alternative text: it is not decorative, and a text shows it without one. */
const isWordless = ({ decoration, media_type, texts }: PictureRow, uses: readonly UseRow[]) =>
  !decoration &&
  media_type.startsWith('image/') &&
  Object.keys(texts).length === 0 &&
  uses.some(({ kind, alt }) => kind === 'content' && alt === null)

async function pictureResponse(caller: MediaCaller, found: FoundPicture): Promise<PictureAnswer> {
  const { row, uses } = found
  const visibleUses = uses.filter((use) => use.is_visible)
  const languages = Object.keys(row.texts) as Language[]
  return {
    ...itemOf({
      ...row,
      languages,
      wordless: isWordless(row, visibleUses),
      uses: visibleUses.length,
    }),
    version: row.row_version,
    changed: await findLastChange(caller.sql, row.hash),
    texts: row.texts,
    removed: row.removed_at !== null,
    added_by: row.added_name,
    uses_here: visibleUses.map(({ kind, channel_id, id, name, place, language, alt }) => ({
      kind,
      channel: channel_id,
      id,
      name,
      place,
      language,
      alt,
    })),
    elsewhere: uses.length - visibleUses.length,
    is_yours: mayChangePicture(found, caller),
    history: await listReplacements(caller, row.hash),
  }
}
