import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'

export type DefaultText = {
  path: string
  block: string
  kind: 'text' | 'area'
  key: string
  language: string
  value: string
  position: number
}

export async function findAppliedHash(sql: Queries): Promise<string | undefined> {
  const [row] = await sql<{ hash: string }[]>`select hash from applied_default_texts`
  return row?.hash
}

export async function saveAppliedTexts(sql: Transaction, hash: string, texts: DefaultText[]) {
  await sql`delete from applied_default_texts`
  await sql`insert into applied_default_texts (hash, texts) values (${hash}, ${sql.json(texts)})`
}

/**
 * Writes the defaults that differ from the applied ones, unless the shop has changed or removed the text. Returns the
 * number of texts written.
 */
export async function writeChangedDefaults(sql: Transaction, texts: DefaultText[]) {
  const [row] = await sql<{ count: number }[]>`
    with applied as materialized (
      select before.* from applied_default_texts, jsonb_to_recordset(texts) as before
        (path text, block text, kind text, key text, language text, value text)),
    changed as materialized (
      select wanted.*, applied.value as before
      from jsonb_to_recordset(${sql.json(texts)}) as wanted (path text, block text, kind text, key text,
          language text, value text, position integer)
        left join applied using (path, block, kind, key, language)
      where applied.value is distinct from wanted.value),
    updated as (
      update content set value = changed.value from changed
      where content.channel_id = ${SHARED_CHANNEL} and content.value = changed.before
        and (content.path, content.block, content.kind, content.key, content.language)
          = (changed.path, changed.block, changed.kind, changed.key, changed.language)
      returning 1),
    added as (
      insert into content (channel_id, path, block, kind, key, language, value, position)
      select channel.id, path, block, kind, key, language, value, position
      from changed join channel on channel.id = ${SHARED_CHANNEL}
      where before is null
      on conflict do nothing
      returning 1)
    select (select count(*) from updated) + (select count(*) from added) as count`
  return row?.count ?? 0
}
