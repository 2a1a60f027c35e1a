import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  inbox,
  inboxFolders,
  requestAttachment,
  requestThread,
} from '#contract/support/inbox.staff.ts'
import { Download } from '#server/http/raw-response.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  countFolders,
  firstLine,
  inboxList,
  type InboxRow,
  type ThreadRow,
} from '#server/modules/support/inbox/inbox-list.sql.ts'
import {
  findThread,
  findThreadHolder,
  listMessages,
} from '#server/modules/support/inbox/thread.sql.ts'
import { recordPersonalDataAccess } from '#server/modules/audit/log/record-personal-data-access.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { findAttachment } from '#server/modules/support/inbox/inbox.sql.ts'

/** The inbox: its folders, and one thread with the recipient's orders beside it. */
export function inboxRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, inbox, listInbox)

  serveStaff(app, backoffice, inboxFolders, handleInboxFolders)

  serveStaff(app, backoffice, requestThread, handleRequestThread)

  serveStaff(app, backoffice, requestAttachment, handleRequestAttachment)
}

function handleInboxFolders(
  { channel }: ParsedInput<typeof inboxFolders>,
  { sql, now, colleague, channels, within }: SignedIn,
) {
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  return countFolders(sql, { now, me: colleague.id, channels }, channel)
}

async function handleRequestThread(
  { id }: ParsedInput<typeof requestThread>,
  { sql, now, colleague, within }: SignedIn,
) {
  const thread = await findThread(sql, id)
  if (!thread || !within(thread.channel_id)) return refuseStaff('not-found')
  const [messages, holder] = await Promise.all([
    listMessages(sql, thread),
    findThreadHolder(sql, thread, { now, language: colleague.language }),
  ])
  const about = { kind: 'request', id, channelId: thread.channel_id }
  await recordPersonalDataAccess(sql, about, colleague, now)
  return {
    ...threadSummary(thread),
    channel: { id: thread.channel_id, name: thread.channel_name },
    version: thread.version,
    messages,
    holder,
  }
}

async function handleRequestAttachment(
  { id, attachment }: ParsedInput<typeof requestAttachment>,
  { sql, within }: SignedIn,
) {
  const row = await findAttachment(sql, id, attachment)
  if (!row || !within(row.channel_id)) return refuseStaff('not-found')
  return new Download(row.name, row.type, Readable.from([row.bytes]))
}

async function listInbox(query: ParsedInput<typeof inbox>, caller: SignedIn) {
  const { now, colleague, channels, within } = caller
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  return serveList(caller, query, {
    file: 'inbox',
    list: inboxList(query, { now, me: colleague.id, channels }),
    columns: COLUMNS,
    row: (row: InboxRow) => ({
      ...threadSummary(row),
      channel: row.channel_id,
      line: firstLine(row),
      attachments: row.attachments,
      refused: row.refused,
    }),
  })
}

export function threadSummary(row: ThreadRow) {
  const { owner_id, owner_name, snoozed_until, since } = row
  return {
    id: String(row.id),
    subject: row.subject,
    name: row.name || row.email,
    email: row.email,
    language: row.language,
    source: row.source,
    state: row.state,
    owner: owner_id === null ? null : { id: String(owner_id), name: owner_name ?? '' },
    snoozed_until: snoozed_until?.toISOString() ?? null,
    since: since.toISOString(),
  }
}

const COLUMNS: ListFile<'inbox', InboxRow> = {
  number: ({ id }) => id,
  channel: ({ channel_id }) => channel_id,
  since: ({ since }) => since.toISOString(),
  state: ({ state }) => state,
  language: ({ language }) => language,
  name: ({ name }) => name,
  mail: ({ email }) => email,
  subject: ({ subject }) => subject,
  line: (row) => firstLine(row),
  owner: ({ owner_name }) => owner_name,
  ...notInFile('id', 'email', 'source', 'snoozed_until', 'attachments', 'refused'),
}
