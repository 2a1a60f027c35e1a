import { COMPONENTS } from '#domain/content/components.ts'
import type { ContentKey, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** A change as stored in a draft. */
export type CheckedNode = { kind: string; key: { channel: string }; after?: unknown }

/** A text that the shop's own pages request by name must not be removed. An item of a list may be. */
const isRequiredText = ({ path, block, field }: ContentKey) =>
  (field === 'text' || field === 'area') &&
  !/\/\d+$/.test(block) &&
  COMPONENTS.some((component) => component === path)

const textOf = (after: unknown): string => {
  const value =
    typeof after === 'object' && after !== null && 'value' in after ? after.value : undefined
  return typeof value === 'string' ? value : ''
}

const addressOf = ({ channel, path, block, field, key, language }: ContentKey) =>
  [channel, path, block, field, key, language].join('\n')

/**
 * The index of the first change that removes the last text of a key, which would leave it empty in every language; -1
 * if there is none. Texts in the same draft count as existing.
 */
export async function indexOfMissingText(
  sql: Queries,
  changes: readonly ReleaseChange[],
  draftChanges: readonly CheckedNode[],
): Promise<number> {
  const removals = changes.filter(
    (change) =>
      change.kind === 'content' && textOf(change.after) === '' && isRequiredText(change.key),
  )
  if (removals.length === 0) return -1
  const removedKeys = removals.map(({ key }) => ({ block: '', ...key }) as ContentKey)
  const rows = await sql<{ address: ContentKey }[]>`
    select jsonb_build_object('channel', channel_id, 'path', path, 'block', block, 'field', kind,
      'key', key, 'language', language) as address
    from content
    where channel_id = any(${[...new Set([SHARED_CHANNEL, ...removedKeys.map(({ channel }) => channel)])]})
      and path = any(${removedKeys.map(({ path }) => path)}) and key = any(${removedKeys.map(({ key }) => key)})
      and value <> ''`
  const filled = new Set(rows.map(({ address }) => addressOf(address)))
  for (const { kind, key, after } of [...draftChanges, ...changes]) {
    if (kind !== 'content') continue
    const address = addressOf({ block: '', ...key } as ContentKey)
    if (textOf(after) === '') filled.delete(address)
    else filled.add(address)
  }
  const inAnyLanguage = new Set(
    [...filled].map((address) => address.slice(0, address.lastIndexOf('\n'))),
  )
  const isFilled = ({ channel, path, block, field, key }: ContentKey) =>
    [channel, SHARED_CHANNEL].some((channelId) =>
      inAnyLanguage.has([channelId, path, block, field, key].join('\n')),
    )
  const missingText = removals.find((_, index) => {
    const key = removedKeys[index]
    return key !== undefined && !isFilled(key)
  })
  return missingText ? changes.indexOf(missingText) : -1
}
