import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addSavedReply,
  changeSavedReply,
  removeSavedReply,
  savedReplies,
} from '#contract/support/inbox.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  listSavedReplies,
  insertSavedReply,
  isNameTaken,
  updateSavedReply,
  deleteSavedReply,
  type SavedReplyRow,
  isUnknownChannel,
  lockSavedReply,
} from '#server/modules/support/inbox/saved-reply.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Saved replies, with their text in each language. */
export function savedReplyRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, savedReplies, handleSavedReplies)

  serveStaff(app, backoffice, addSavedReply, handleAddSavedReply)

  serveStaff(app, backoffice, changeSavedReply, handleChangeSavedReply)

  serveStaff(app, backoffice, removeSavedReply, handleRemoveSavedReply)
}

async function handleSavedReplies({ channel }: ParsedInput<typeof savedReplies>, caller: SignedIn) {
  const { sql, channels, within, may } = caller
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const rows = await listSavedReplies(sql, channels, channel)
  return {
    items: rows.map(({ channel_id, ...row }) => ({
      ...row,
      id: String(row.id),
      channel: channel_id,
      mine: may('inbox.answer') && mayChangeIn(caller, channel_id),
    })),
  }
}

async function handleAddSavedReply(
  { name, channel, texts }: ParsedInput<typeof addSavedReply>,
  caller: SignedIn,
) {
  if (!mayChangeIn(caller, channel))
    return refuseStaff(channel === null ? 'not-allowed' : 'not-found')
  const { sql, audit } = caller
  if (await isUnknownChannel(sql, channel))
    return refuseStaff('unknown-channel', { field: 'channel' })
  const row = await insertSavedReply(sql, { channel, name, texts })
  if (!row) return refuseStaff('answer-taken')
  const id = String(row.id)
  const after = { name, channel, texts }
  audit({
    action: 'saved-answer.created',
    subjectKind: 'saved-answer',
    subjectId: id,
    channelId: channel,
    after,
  })
  return { id }
}

async function handleChangeSavedReply(
  { id, version, name, channel, texts }: ParsedInput<typeof changeSavedReply>,
  caller: SignedIn,
) {
  const before = await lockOwnReply(caller, id)
  if (!before || !mayChangeIn(caller, channel)) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  const { sql, audit } = caller
  if (await isUnknownChannel(sql, channel))
    return refuseStaff('unknown-channel', { field: 'channel' })
  if (await isNameTaken(sql, { id: before.id, channel, name })) return refuseStaff('answer-taken')
  await updateSavedReply(sql, { id: before.id, name, channel, texts })
  audit({
    ...auditSubject(before),
    action: 'saved-answer.changed',
    before: valuesOf(before),
    after: { name, channel, texts },
  })
  return { version: version + 1 }
}

async function handleRemoveSavedReply(
  { id, version }: ParsedInput<typeof removeSavedReply>,
  caller: SignedIn,
) {
  const before = await lockOwnReply(caller, id)
  if (!before) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  await deleteSavedReply(caller.sql, before.id)
  caller.audit({
    ...auditSubject(before),
    action: 'saved-answer.removed',
    before: valuesOf(before),
  })
  return {}
}

/** Saved replies for all channels need access to all channels. */
const mayChangeIn = ({ channels, within }: StaffCaller, channel: string | null) =>
  channel === null ? channels === null : within(channel)

async function lockOwnReply(caller: StaffCaller, id: string): Promise<SavedReplyRow | undefined> {
  const row = await lockSavedReply(caller.sql, id)
  return row && mayChangeIn(caller, row.channel_id) ? row : undefined
}

const valuesOf = ({ name, channel_id, texts }: SavedReplyRow) => ({
  name,
  channel: channel_id,
  texts,
})

const auditSubject = ({ id, channel_id }: SavedReplyRow) => ({
  subjectKind: 'saved-answer',
  subjectId: String(id),
  channelId: channel_id,
})
