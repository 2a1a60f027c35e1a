import type { z } from 'zod'

import { inboxSort } from '#contract/default-sorts.staff.ts'
import type { inbox } from '#contract/support/inbox.staff.ts'
import type { InboxFolder } from '#domain/support/inbox-folders.ts'
import type { Language } from '#domain/language.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type ThreadRow = {
  id: number
  channel_id: string
  subject: string
  name: string
  email: string
  language: Language
  source: 'form' | 'chat' | 'mail'
  state: 'open' | 'answered' | 'closed'
  owner_id: number | null
  owner_name: string | null
  snoozed_until: Date | null
  since: Date
}
export type InboxRow = ThreadRow & { body: string; attachments: number; refused: boolean }

type InboxQuery = Pick<
  z.output<(typeof inbox)['input']>,
  'folder' | 'channel' | 'language' | 'search' | 'ids'
>
type InboxReader = { now: Date; me: number; channels: readonly string[] | null }

/** Whether a thread is in this folder of the reader. A snoozed thread waits until its time. */
export function isInFolder(sql: Queries, folder: InboxFolder, { now, me }: InboxReader): Fragment {
  const isNotSnoozed = sql`(snoozed_until is null or snoozed_until <= ${now})`
  switch (folder) {
    case 'unassigned':
      return sql`(state = 'open' and owner_id is null and ${isNotSnoozed})`
    case 'mine':
      return sql`(state = 'open' and owner_id = ${me} and ${isNotSnoozed})`
    case 'others':
      return sql`(state = 'open' and owner_id <> ${me} and ${isNotSnoozed})`
    case 'waiting':
      return sql`(state = 'answered' or state = 'open' and not ${isNotSnoozed})`
    case 'done':
      return sql`state = 'closed'`
    case 'all':
      return sql`true`
  }
}

export const inChannelsOf = (sql: Queries, { channels }: Pick<InboxReader, 'channels'>): Fragment =>
  channels === null ? sql`true` : sql`service_request.channel_id = any(${[...channels]}::text[])`

export const inboxList = (query: InboxQuery, reader: InboxReader): ListQuery<'since'> => ({
  select: (sql) => sql`
    service_request.id, service_request.channel_id, subject, name, email, language, source, state, owner_id,
    (select staff.name from staff where staff.id = owner_id) as owner_name, snoozed_until, since,
    left(coalesce((select message.body from service_message message
      where request_id = service_request.id and kind = 'in' order by message.id desc limit 1), body), 400) as body,
    (select count(*)::integer from service_attachment where request_id = service_request.id) as attachments,
    exists (select from mail where template = 'service-received' and state = 'refused'
        and split_part(subject_id, ':', 1) = service_request.id::text)
      or exists (select from service_message message join mail on split_part(subject_id, ':', 1) = message.id::text
        where request_id = service_request.id and kind = 'out' and template = 'service-answer' and mail.state = 'refused')
      as refused`,
  from: (sql) => {
    const { folder, search, ids } = query
    return sql`service_request where ${inChannelsOf(sql, reader)} and ${isInFolder(sql, folder, reader)}
      ${filterConditions<'inbox'>(sql, query, {
        channel: (channel) => sql`channel_id = ${channel}`,
        language: (language) => sql`language = ${language}`,
      })}
      ${search === undefined || search === '' ? sql`` : sql`and ${matchesSearch(sql, search)}`}
      ${ids === undefined ? sql`` : sql`and service_request.id = any(${ids.map(Number)}::bigint[])`}`
  },
  id: (sql) => sql`service_request.id`,
  sorts: { since: { by: (sql) => sql`since`, type: 'timestamptz' } },
  defaultSort: inboxSort(query.folder),
})

function matchesSearch(sql: Queries, search: string): Fragment {
  const text = search.toLowerCase()
  const number = /^\d{1,15}$/.test(search) ? Number(search) : 0
  return sql`(service_request.id = ${number}
    or strpos(lower(email || ' ' || name || ' ' || subject || ' ' || body), ${text}) > 0
    or exists (select from service_message message
      where request_id = service_request.id and kind <> 'note' and strpos(lower(message.body), ${text}) > 0))`
}

export async function countFolders(sql: Queries, reader: InboxReader, channel?: string) {
  const [row] = await sql<{ unassigned: number; mine: number; others: number; waiting: number }[]>`
    select count(*) filter (where ${isInFolder(sql, 'unassigned', reader)})::integer as unassigned,
      count(*) filter (where ${isInFolder(sql, 'mine', reader)})::integer as mine,
      count(*) filter (where ${isInFolder(sql, 'others', reader)})::integer as others,
      count(*) filter (where ${isInFolder(sql, 'waiting', reader)})::integer as waiting
    from service_request where state <> 'closed' and ${inChannelsOf(sql, reader)}
      ${channel === undefined ? sql`` : sql`and channel_id = ${channel}`}`
  return row ?? { unassigned: 0, mine: 0, others: 0, waiting: 0 }
}

/** The message without the name that the shop's own form puts above it. */
export const withoutName = ({ body, name }: Pick<InboxRow, 'body' | 'name'>): string =>
  name !== '' && body.startsWith(`${name}\n`) ? body.slice(name.length).trimStart() : body

/** The start of the message in one line. */
export function firstLine(row: Pick<InboxRow, 'body' | 'name'>): string {
  return withoutName(row).replace(/\s+/g, ' ').trim().slice(0, 200)
}
