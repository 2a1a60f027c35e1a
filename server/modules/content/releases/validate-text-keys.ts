import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'
import type { ContentKey, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { isComponent } from '#server/modules/content/validation/page-names.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'

/** Keys that the shop shows on editors' pages: at the top, in a block, or in an item of a block. */
const PAGE_KEYS = new Set(
  'title intro text body question answer picture banner'.split(' ').concat(LENGTH_KEY),
)

/** 'steps/2' → 'steps/*' */
const shapeOf = (block: string) => block.replace(/\/\d+$/, '/*')
const addressOf = ({ path, block, field, key }: ContentKey) =>
  [path, shapeOf(block), field, key].join('\n')

const isText = (kind: string) => kind === 'text' || kind === 'area'

/** Whether one of the shop's own pages shows this key. */
function isUsedKey({ path, block, field, key }: ContentKey): boolean {
  if (!isComponent(path)) return PAGE_KEYS.has(key)
  const componentKeys: Record<string, Record<string, string> | undefined> = COMPONENT_KEYS
  const shape = shapeOf(block)
  const keys = componentKeys[path] ?? {}
  if (key === LENGTH_KEY && field === 'number') {
    return Object.keys(keys).some((name) => name.startsWith(`${block}/*.`))
  }
  const kind = keys[shape === '' ? key : `${shape}.${key}`]
  return kind !== undefined && (kind === field || (isText(kind) && isText(field)))
}

/**
 * The index of the first change with a text that no page shows; -1 if there is none. Keys of stored texts are accepted,
 * because a bundle may have added them.
 */
export async function indexOfUnknownText(
  sql: Queries,
  changes: readonly ReleaseChange[],
): Promise<number> {
  const unusedTexts = changes.flatMap((change) =>
    change.kind === 'content' && change.after !== null && !isUsedKey({ ...change.key })
      ? [{ change, key: change.key }]
      : [],
  )
  if (unusedTexts.length === 0) return -1
  const paths = [...new Set(unusedTexts.map(({ key }) => key.path))]
  const keys = [...new Set(unusedTexts.map(({ key }) => key.key))]
  const rows = await sql<ContentKey[]>`
    select distinct path, block, kind as field, key from content
    where path = any(${paths}) and key = any(${keys})`
  const stored = new Set(rows.map(addressOf))
  const unknown = unusedTexts.find(({ key }) => !stored.has(addressOf(key)))
  return unknown ? changes.indexOf(unknown.change) : -1
}
