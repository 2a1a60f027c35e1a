import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  answerRequest,
  closeRequest,
  correctRequestSender,
  addRequestNote,
  reopenRequest,
  assignRequestToHolder,
  snoozeRequest,
  takeOldest,
  takeRequest,
} from '#contract/support/inbox.staff.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'
import { endOfDay } from '#domain/time/zone-days.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { isErased, lockThread } from '#server/modules/support/inbox/thread.sql.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  takeOldestRequest,
  saveRequestOwner,
  saveAnsweredRequest,
  snoozeServiceRequest,
  closeServiceRequest,
  reopenServiceRequest,
  saveRequestSender,
  findVoucherChannel,
  saveRequestVoucher,
  isMessageStored,
  insertMessage,
} from '#server/modules/support/inbox/inbox-action.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The longest snooze. A recipient who would wait longer gets an answer first. */
const MAX_SNOOZE_MS = 90 * 86_400_000
const MORNING = 'T08:00'

/** Staff actions on a thread, each under its lock, so that the second of two concurrent actions sees the first. */
export function inboxActionRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, takeOldest, handleTakeOldest)

  serveStaff(app, backoffice, takeRequest, handleTakeRequest)

  serveStaff(app, backoffice, answerRequest, handleAnswerRequest(backoffice), {
    once: ({ key }) => key,
  })

  serveStaff(app, backoffice, addRequestNote, handleAddRequestNote, { once: ({ key }) => key })

  serveStaff(app, backoffice, snoozeRequest, handleSnoozeRequest)

  serveStaff(app, backoffice, closeRequest, handleCloseRequest)

  serveStaff(app, backoffice, reopenRequest, handleReopenRequest)

  serveStaff(app, backoffice, correctRequestSender, handleCorrectRequestSender)

  serveStaff(app, backoffice, assignRequestToHolder, handleAssignRequestToHolder)
}

async function handleTakeOldest({ channel }: ParsedInput<typeof takeOldest>, caller: SignedIn) {
  const { sql, now, colleague, channels, within, audit } = caller
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const reader = { now, me: colleague.id, channels }
  const row = await takeOldestRequest(sql, { staffId: colleague.id, reader, channel })
  if (!row) return refuseStaff('nothing-to-do')
  audit({
    ...auditSubject(row),
    action: 'request.assigned',
    before: { owner: null },
    after: { owner: String(colleague.id) },
  })
  return { id: String(row.id) }
}

async function handleTakeRequest(
  { id, from, to }: ParsedInput<typeof takeRequest>,
  caller: SignedIn,
) {
  const { sql, colleague, audit } = caller
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  const owner = thread.owner_id === null ? null : String(thread.owner_id)
  if (owner !== from) return refuseStaff('changed-since')
  const next = to === 'me' ? colleague.id : null
  await saveRequestOwner(sql, thread.id, next)
  audit({
    ...auditSubject(thread),
    action: to === 'me' ? 'request.assigned' : 'request.unassigned',
    before: { owner },
    after: { owner: next === null ? null : String(next) },
  })
  return {}
}

const handleAnswerRequest =
  ({ shop }: Backoffice) =>
  async (
    { id, key, version, body, close }: ParsedInput<typeof answerRequest>,
    caller: SignedIn,
  ) => {
    const { sql, now, colleague, audit } = caller
    const thread = await lockVisibleThread(caller, id)
    if (!thread) return refuseStaff('not-found')
    if (await isMessageStored(sql, key)) return refuseStaff('done-already')
    if (thread.version !== version) return refuseStaff('changed-since')
    if (isErased(thread)) return refuseStaff('sender-erased')
    const message = await insertMessage(sql, thread, {
      kind: 'out',
      key,
      body,
      at: now,
      by: colleague.id,
    })
    await queueMail(shop, sql, {
      template: 'service-answer',
      subjectId: String(message),
      channelId: thread.channel_id,
      language: thread.language,
      recipient: thread.email,
    })
    // Answering an unassigned thread assigns it to the author.
    await saveAnsweredRequest(sql, { id: thread.id, close, now, staffId: colleague.id })
    audit({
      ...auditSubject(thread),
      action: 'request.answered',
      before: { state: thread.state },
      after: { state: close ? 'closed' : 'answered', message: String(message), body },
      personal: ['body'],
    })
    return { message: String(message), version: version + 1 }
  }

async function handleAddRequestNote(
  { id, key, body }: ParsedInput<typeof addRequestNote>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  if (await isMessageStored(sql, key)) return refuseStaff('done-already')
  if (isErased(thread)) return refuseStaff('sender-erased')
  const message = await insertMessage(sql, thread, {
    kind: 'note',
    key,
    body,
    at: now,
    by: colleague.id,
  })
  audit({
    ...auditSubject(thread),
    action: 'request.noted',
    after: { message: String(message), body },
    personal: ['body'],
  })
  return { message: String(message) }
}

async function handleSnoozeRequest(
  { id, day }: ParsedInput<typeof snoozeRequest>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  const until = day === null ? null : morningOf(day, thread.time_zone)
  const aheadMs = until === null ? 0 : until.getTime() - now.getTime()
  if (thread.state !== 'open' || aheadMs > MAX_SNOOZE_MS || (until !== null && aheadMs <= 0))
    return refuseStaff('no-longer-possible')
  await snoozeServiceRequest(sql, thread.id, until)
  audit({
    ...auditSubject(thread),
    action: 'request.snoozed',
    before: { until: thread.snoozed_until?.toISOString() ?? null },
    after: { until: until?.toISOString() ?? null },
  })
  return { until: until?.toISOString() ?? null }
}

async function handleCloseRequest(
  { id, version }: ParsedInput<typeof closeRequest>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  if (thread.version !== version || thread.state === 'closed') return refuseStaff('changed-since')
  await closeServiceRequest(sql, { id: thread.id, now, staffId: colleague.id })
  audit({
    ...auditSubject(thread),
    action: 'request.closed',
    before: { state: thread.state },
    after: { state: 'closed' },
  })
  return {}
}

async function handleReopenRequest({ id }: ParsedInput<typeof reopenRequest>, caller: SignedIn) {
  const { sql, now, audit } = caller
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  if (thread.state === 'open') return refuseStaff('no-longer-possible')
  await reopenServiceRequest(sql, thread.id, now)
  audit({
    ...auditSubject(thread),
    action: 'request.reopened',
    before: { state: thread.state },
    after: { state: 'open' },
  })
  return {}
}

async function handleCorrectRequestSender(
  { id, email, language }: ParsedInput<typeof correctRequestSender>,
  caller: SignedIn,
) {
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  await saveRequestSender(caller.sql, { id: thread.id, email, language })
  caller.audit({
    ...auditSubject(thread),
    action: 'request.corrected',
    before: { email: thread.email, language: thread.language },
    after: { email, language },
    personal: ['email'],
  })
  return {}
}

async function handleAssignRequestToHolder(
  { id, voucher }: ParsedInput<typeof assignRequestToHolder>,
  caller: SignedIn,
) {
  const { sql, within, audit } = caller
  const thread = await lockVisibleThread(caller, id)
  if (!thread) return refuseStaff('not-found')
  const found = await findVoucherChannel(sql, voucher)
  if (voucher !== null && (!found || !within(found.channel_id))) return refuseStaff('not-found')
  // The answer uses the theme of the holder's own channel.
  const channelId = found?.channel_id ?? thread.channel_id
  await saveRequestVoucher(sql, { id: thread.id, voucher, channelId })
  audit({
    ...auditSubject({ ...thread, channel_id: channelId }),
    action: 'request.linked',
    before: { voucher: thread.voucher_id === null ? null : String(thread.voucher_id) },
    after: { voucher },
  })
  return {}
}

async function lockVisibleThread({ sql, within }: StaffCaller, id: string) {
  const thread = await lockThread(sql, id)
  return thread && within(thread.channel_id) ? thread : undefined
}

/** 8:00 on this day; the end of the day if daylight saving time skips that moment. */
const morningOf = (day: string, zone: string) =>
  new Date(momentOfWallTime(`${day}${MORNING}`, zone) ?? endOfDay(day, zone))

const auditSubject = ({ id, channel_id }: { id: number; channel_id: string }) =>
  ({
    subjectKind: 'request',
    subjectId: String(id),
    channelId: channel_id,
  }) satisfies Partial<AuditLine>
