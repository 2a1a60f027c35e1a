import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'
import type { ContentKey, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { isComponent } from '#server/modules/content/validation/page-names.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'

/** What the shop draws of a page that editors made: at its top, in a block, in an item of one. */
const PAGE_KEYS = new Set(
  'title intro text body question answer picture banner'.split(' ').concat(LENGTH_KEY),
)

const shapeOf = (block: string) => block.replace(/\/\d+$/, '/*')
const addressOf = ({ path, block, field, key }: ContentKey) =>
  [path, shapeOf(block), field, key].join('\n')

const isWords = (kind: string) => kind === 'text' || kind === 'area'

/** Whether pages of ours show it, in this way. */
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
 * Of these changes the first that writes a text which no page has: nobody would ever read it. A folder may have brought keys
 * of its own; -1 where all are known.
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
