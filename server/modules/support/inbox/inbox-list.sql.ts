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

type Asked = Pick<
  z.output<(typeof inbox)['input']>,
  'folder' | 'channel' | 'language' | 'search' | 'ids'
>
type ChannelReader = { now: Date; me: number; channels: readonly string[] | null }

/** The folder of a thread for this reader. A snoozed thread returns at its time. */
export function liesIn(sql: Queries, folder: InboxFolder, { now, me }: ChannelReader): Fragment {
  const awake = sql`(snoozed_until is null or snoozed_until <= ${now})`
  switch (folder) {
    case 'unassigned':
      return sql`(state = 'open' and owner_id is null and ${awake})`
    case 'mine':
      return sql`(state = 'open' and owner_id = ${me} and ${awake})`
    case 'others':
      return sql`(state = 'open' and owner_id <> ${me} and ${awake})`
    case 'waiting':
      return sql`(state = 'answered' or state = 'open' and not ${awake})`
    case 'done':
      return sql`state = 'closed'`
    case 'all':
      return sql`true`
  }
}

export const withinOf = (sql: Queries, { channels }: Pick<ChannelReader, 'channels'>): Fragment =>
  channels === null ? sql`true` : sql`service_request.channel_id = any(${[...channels]}::text[])`

export const inboxList = (query: Asked, looking: ChannelReader): ListQuery<'since'> => ({
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
    return sql`service_request where ${withinOf(sql, looking)} and ${liesIn(sql, folder, looking)}
      ${filterConditions<'inbox'>(sql, query, {
        channel: (channel) => sql`channel_id = ${channel}`,
        language: (language) => sql`language = ${language}`,
      })}
      ${search === undefined || search === '' ? sql`` : sql`and ${finds(sql, search)}`}
      ${ids === undefined ? sql`` : sql`and service_request.id = any(${ids.map(Number)}::bigint[])`}`
  },
  id: (sql) => sql`service_request.id`,
  sorts: { since: { by: (sql) => sql`since`, type: 'timestamptz' } },
  defaultSort: inboxSort(query.folder),
})

function finds(sql: Queries, search: string): Fragment {
  const words = search.toLowerCase()
  const number = /^\d{1,15}$/.test(search) ? Number(search) : 0
  return sql`(service_request.id = ${number}
    or strpos(lower(email || ' ' || name || ' ' || subject || ' ' || body), ${words}) > 0
    or exists (select from service_message message
      where request_id = service_request.id and kind <> 'note' and strpos(lower(message.body), ${words}) > 0))`
}

export async function countFolders(sql: Queries, looking: ChannelReader, channel?: string) {
  const [row] = await sql<{ unassigned: number; mine: number; others: number; waiting: number }[]>`
    select count(*) filter (where ${liesIn(sql, 'unassigned', looking)})::integer as unassigned,
      count(*) filter (where ${liesIn(sql, 'mine', looking)})::integer as mine,
      count(*) filter (where ${liesIn(sql, 'others', looking)})::integer as others,
      count(*) filter (where ${liesIn(sql, 'waiting', looking)})::integer as waiting
    from service_request where state <> 'closed' and ${withinOf(sql, looking)}
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
