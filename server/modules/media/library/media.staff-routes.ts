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
  type MediaAsker,
  lastChange,
  historyOf,
  notifyImages,
} from '#server/modules/media/library/media.sql.ts'
import { readUses, type UseRow } from '#server/modules/media/library/media-uses.sql.ts'
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
  const found = await ownPicture(caller.sql, hash, caller)
  return refused(found) ? found : answerOf(caller, found)
}

async function handleChangePicture(
  { hash, version, ...wanted }: ParsedInput<typeof changePicture>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await ownPicture(sql, hash, caller, { lock: true })
  if (refused(found)) return found
  const { row, uses } = found
  if (!isYours(found, caller)) return refuseStaff('used-elsewhere')
  if (row.row_version !== version) return refuseStaff('changed-since')
  const before = valuesOf(row)
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
  return answerOf(caller, { row: changed ?? row, uses })
}

async function handleRemovePicture({ hash }: ParsedInput<typeof removePicture>, caller: SignedIn) {
  const { sql, now, audit } = caller
  const found = await ownPicture(sql, hash, caller, { lock: true })
  if (refused(found)) return found
  if (!isYours(found, caller)) return refuseStaff('used-elsewhere')
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
  const found = await ownPicture(sql, hash, caller, { lock: true })
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
    read: async (found: MediaListRow[]) => found.map((row) => ({ ...itemOf(row), gift: row.gift })),
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

/** An image that the caller may see, with all its uses. */
export async function ownPicture(
  sql: Queries,
  hash: string,
  { channels, colleague }: MediaAsker,
  options: { lock?: boolean } = {},
): Promise<FoundPicture | ReturnType<typeof refuseStaff<'not-found'>>> {
  const row = await findPicture(sql, hash, options)
  if (!row) return refuseStaff('not-found')
  const uses = await readUses(sql, { channels, language: colleague.language }, hash)
  const isSeen =
    channels === null || uses.some(({ seen }) => seen) || row.added_by.includes(colleague.id)
  return isSeen ? { row, uses } : refuseStaff('not-found')
}

/** Staff cannot change content of channels outside their scope. */
export const isYours = ({ uses }: FoundPicture, { channels }: MediaAsker) =>
  channels === null || uses.every(({ theirs }) => theirs)

const valuesOf = ({ name, focal_x, focal_y, decoration, texts }: PictureRow) => ({
  name,
  focus: focal_x === null || focal_y === null ? null : { x: focal_x, y: focal_y },
  decoration,
  texts,
})

const isWordless = ({ decoration, media_type, texts }: PictureRow, seen: readonly UseRow[]) =>
  !decoration &&
  media_type.startsWith('image/') &&
  Object.keys(texts).length === 0 &&
  seen.some(({ kind, alt }) => kind === 'content' && alt === null)

async function answerOf(caller: MediaAsker, found: FoundPicture): Promise<PictureAnswer> {
  const { row, uses } = found
  const seen = uses.filter((use) => use.seen)
  const languages = Object.keys(row.texts) as Language[]
  return {
    ...itemOf({ ...row, languages, wordless: isWordless(row, seen), uses: seen.length }),
    version: row.row_version,
    changed: await lastChange(caller.sql, row.hash),
    texts: row.texts,
    removed: row.removed_at !== null,
    added_by: row.added_name,
    uses_here: seen.map(({ kind, channel_id, id, name, place, language, alt }) => ({
      kind,
      channel: channel_id,
      id,
      name,
      place,
      language,
      alt,
    })),
    elsewhere: uses.length - seen.length,
    is_yours: isYours(found, caller),
    history: await historyOf(caller, row.hash),
  }
}
