import type { Queries } from '#server/platform/db/database.ts'
import type { Language } from '#domain/language.ts'

export type SavedReplyRow = {
  id: number
  channel_id: string | null
  name: string
  texts: Record<Language, string>
  version: number
}

export const isUnknownChannel = async (sql: Queries, channel: string | null) =>
  channel !== null && (await sql`select from channel where id = ${channel}`).count === 0

export async function lockSavedReply(sql: Queries, id: string): Promise<SavedReplyRow | undefined> {
  const [row] = await sql<SavedReplyRow[]>`
    select id, channel_id, name, texts, version from saved_answer where id = ${Number(id)} for update`
  return row
}

export const listSavedReplies = (
  sql: Queries,
  channels: readonly string[] | null,
  channel: string | undefined,
) => sql<SavedReplyRow[]>`
  select id, channel_id, name, texts, version from saved_answer
  where (channel_id is null
      or ${channels === null ? sql`true` : sql`channel_id = any(${[...channels]}::text[])`})
    ${channel === undefined ? sql`` : sql`and (channel_id is null or channel_id = ${channel})`}
  order by lower(name), id`

export async function insertSavedReply(
  sql: Queries,
  {
    channel,
    name,
    texts,
  }: {
    channel: string | null
    name: string
    texts: Record<Language, string>
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into saved_answer (channel_id, name, texts) values (${channel}, ${name}, ${sql.json(texts)})
    on conflict do nothing returning id`
  return row
}

export async function isNameTaken(
  sql: Queries,
  { id, channel, name }: { id: number; channel: string | null; name: string },
) {
  const [row] = await sql`
    select from saved_answer where id <> ${id} and coalesce(channel_id, '') = ${channel ?? ''}
      and lower(name) = lower(${name})`
  return row !== undefined
}

export const updateSavedReply = (
  sql: Queries,
  {
    id,
    name,
    channel,
    texts,
  }: {
    id: number
    name: string
    channel: string | null
    texts: Record<Language, string>
  },
) => sql`
  update saved_answer set name = ${name}, channel_id = ${channel}, texts = ${sql.json(texts)}, version = version + 1
  where id = ${id}`

export const deleteSavedReply = (sql: Queries, id: number) =>
  sql`delete from saved_answer where id = ${id}`
