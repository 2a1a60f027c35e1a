import { createHash } from 'node:crypto'
import path from 'node:path'

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { addPicture } from '#contract/media.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { findPicture, itemOf } from '#server/modules/media/library/media.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { inspectPicture, pictureHash } from '#server/modules/media/read-image.ts'
import { ParseFailed } from '#server/platform/parsing/parser-pool.ts'
import { QueueFull } from '#server/platform/jobs/work-queue.ts'
import { mediaTypeOf } from '#server/modules/media/image-type.ts'
import {
  insertUpload,
  insertImageUploader,
  restoreUploadedPicture,
  findUploadedPicture,
  insertImage,
} from '#server/modules/media/library/upload-image.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const MAX_BYTES = 20_000_000

type Upload = { name: string; bytes: Buffer }

/** Each image is uploaded in its own request. */
export async function uploadImageRoutes(app: FastifyInstance, backoffice: Backoffice) {
  await app.register(multipart, { limits: { fileSize: MAX_BYTES, files: 1, fields: 2, parts: 3 } })

  serveStaff(app, backoffice, addPicture, handleAddPicture, { opensOwnTransaction: true })
}

async function handleAddPicture(
  _: ParsedInput<typeof addPicture>,
  { request, sql, colleague, now, write, audit }: SignedIn,
) {
  const upload = await readUpload(request)
  if (!upload) return refuseStaff('invalid-input', { field: 'file' })
  if (upload.bytes.length === 0) return refuseStaff('no-bytes')
  const sentHash = createHash('sha256').update(upload.bytes).digest('hex')
  const known = await findUploadedPicture(sql, sentHash)
  const picture = known ?? (await prepareInQueue(upload, colleague))
  if (refused(picture)) return picture
  return write(async (sql) => {
    const isNew = picture.bytes !== undefined && (await insertImage(sql, picture, upload.name, now))
    await insertUpload(sql, sentHash, picture.hash)
    await insertImageUploader(sql, { hash: picture.hash, staffId: colleague.id, now })
    // Uploading a removed image again restores it.
    await restoreUploadedPicture(sql, picture.hash)
    audit({
      action: 'picture.added',
      subjectKind: 'picture',
      subjectId: picture.hash,
      after: { file: upload.name, known: !isNew },
    })
    const row = await findPicture(sql, picture.hash)
    if (!row) throw new Error(`insert of picture ${picture.hash} returned no row`)
    const languages = Object.keys(row.texts) as Language[]
    return {
      picture: itemOf({ ...row, languages, wordless: false, uses: 0 }),
      known: !isNew,
      removed: 'removed' in picture ? picture.removed : [],
    }
  })
}

async function readUpload(request: FastifyRequest): Promise<Upload | null> {
  if (!request.isMultipart()) return null
  let file: Upload | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file')
      file = { name: imageName(part.filename), bytes: await part.toBuffer() }
  }
  return file ?? null
}

const imageName = (fileName: string | undefined) => {
  const plain = (fileName ?? '').replaceAll(/[^\P{Cc}]/gu, '').replaceAll('\\', '/')
  return (
    path.basename(plain, path.extname(plain)).normalize('NFC').trim().slice(0, 120) || 'picture'
  )
}

/** Each colleague has a queue of their own. */
async function prepareInQueue(upload: Upload, { id }: Pick<Colleague, 'id'>) {
  try {
    return await prepareImage(upload, String(id))
  } catch (error) {
    if (error instanceof QueueFull || error instanceof ParseFailed)
      return refuseStaff('unavailable')
    throw error
  }
}

/** Checks and encodes an image. Its type and dimensions are checked before it is decoded. */
async function prepareImage({ bytes }: Upload, client: string) {
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType?.startsWith('image/')) return refuseStaff('no-picture')
  const inspected = await inspectPicture(
    { lane: 'upload', client },
    { bytes, mediaType, reencode: true, draw: true },
  )
  if ('wrong' in inspected) return refuseStaff(inspected.wrong)
  return { hash: pictureHash(inspected.bytes), ...inspected }
}
