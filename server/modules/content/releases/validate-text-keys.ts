import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'
import type { ContentKey, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { isComponent } from '#server/modules/content/validation/page-names.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'

/** Keys that the shop shows on editors' pages: at the top, in a block, or in an item of a block. */
const PAGE_KEYS = new Set(
  'title intro text body question answer picture banner'.split(' ').concat(LENGTH_KEY),
)

const shapeOf = (block: string) => block.replace(/\/\d+$/, '/*')
const addressOf = ({ path, block, field, key }: ContentKey) =>
  [path, shapeOf(block), field, key].join('\n')

const isWords = (kind: string) => kind === 'text' || kind === 'area'

/** Whether one of the shop's own pages shows this key. */
function isOurs({ path, block, field, key }: ContentKey): boolean {
  if (!isComponent(path)) return PAGE_KEYS.has(key)
  const known: Record<string, Record<string, string> | undefined> = COMPONENT_KEYS
  const shape = shapeOf(block)
  const keys = known[path] ?? {}
  if (key === LENGTH_KEY && field === 'number') {
    return Object.keys(keys).some((name) => name.startsWith(`${block}/*.`))
  }
  const kind = keys[shape === '' ? key : `${shape}.${key}`]
  return kind !== undefined && (kind === field || (isWords(kind) && isWords(field)))
}

/**
 * The index of the first change with a text that no page shows; -1 if there is none. A bundle may have added keys of
 * its own.
 */
export async function firstUnknownText(
  sql: Queries,
  changes: readonly ReleaseChange[],
): Promise<number> {
  const asked = changes.flatMap((change) =>
    change.kind === 'content' && change.after !== null && !isOurs({ ...change.key })
      ? [{ change, key: change.key }]
      : [],
  )
  if (asked.length === 0) return -1
  const paths = [...new Set(asked.map(({ key }) => key.path))]
  const keys = [...new Set(asked.map(({ key }) => key.key))]
  const rows = await sql<ContentKey[]>`
    select distinct path, block, kind as field, key from content
    where path = any(${paths}) and key = any(${keys})`
  const there = new Set(rows.map(addressOf))
  const unknown = asked.find(({ key }) => !there.has(addressOf(key)))
  return unknown ? changes.indexOf(unknown.change) : -1
}
