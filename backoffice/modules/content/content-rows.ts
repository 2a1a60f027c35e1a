import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffInput, StaffResponse } from '#contract/client.staff.ts'

export type ContentNode = StaffResponse<'contentNodes'>['items'][number]

/** One page, email or menu of the shop, with its state in each of the channels shown. */
export type ContentRow = {
  id: string
  name: string
  title: string
  kind: ContentNode['kind']
  cells: Readonly<Record<string, ContentNode>>
}

const CONTENT_GROUPS = ['pages', 'checkout', 'info', 'mails', 'menu', 'company'] as const
type ContentGroup = (typeof CONTENT_GROUPS)[number]

/** The pages in the order in which a recipient visits them, then the parts that all pages have. */
const PAGES: readonly string[] = [
  'logoncomponents',
  'welcomeoverlaycomponents',
  'homepagecomponents',
  'productlistpagecomponents',
  'productdetailpagecomponents',
  'wishlistcomponents',
  'headercomponents',
  'footercomponents',
  'websitetranslationcomponents',
]

const CHECKOUT: readonly string[] = [
  'basketoverlaycomponents',
  'basketcomponents',
  'checkoutstepscomponents',
  'personaldatacomponents',
  'deliverydatacomponents',
  'molliecomponents',
  'confirmationpagecomponents',
]

export function groupOf({ kind, name }: Pick<ContentNode, 'kind' | 'name'>): ContentGroup {
  if (kind === 'mails') return 'mails'
  if (kind === 'navigation' || kind === 'tiles') return 'menu'
  if (kind === 'company' || kind === 'countries') return 'company'
  if (CHECKOUT.includes(name)) return 'checkout'
  return PAGES.includes(name) ? 'pages' : 'info'
}

const positionOf = (row: ContentRow) =>
  CONTENT_GROUPS.indexOf(groupOf(row)) * 100 + [...PAGES, ...CHECKOUT].indexOf(row.name)

/** The nodes of several channels as rows: pages and checkout in the order of a visit, others as in the first channel. */
export function contentRows(channels: readonly (readonly ContentNode[])[]): ContentRow[] {
  const rows = new Map<string, ContentRow>()
  for (const node of channels.flat()) {
    const row = rows.get(node.name)
    if (!row) {
      const { id, name, title, kind } = node
      rows.set(name, { id, name, title, kind, cells: { [node.channel]: node } })
    } else {
      rows.set(node.name, {
        ...row,
        title: row.title || node.title,
        cells: { ...row.cells, [node.channel]: node },
      })
    }
  }
  return [...rows.values()].sort((a, b) => positionOf(a) - positionOf(b))
}

/** The unpublished changes of a row: those of scheduled releases, and those of drafts. */
export function statusOf({ cells }: Pick<ContentRow, 'cells'>) {
  const nodes = Object.values(cells)
  const [at] = nodes.flatMap(({ scheduled_at }) => scheduled_at ?? []).sort()
  const changes = nodes.reduce((sum, node) => sum + node.changes, 0)
  const scheduled = nodes.reduce((sum, node) => sum + node.scheduled_changes, 0)
  return {
    scheduled: at === undefined ? null : { at, changes: scheduled },
    drafts: changes - scheduled,
  }
}

/** The latest change in any of the channels shown. */
export const lastChangeOf = ({ cells }: Pick<ContentRow, 'cells'>): ContentNode['changed'] =>
  Object.values(cells)
    .flatMap(({ changed }) => changed ?? [])
    .reduce<ContentNode['changed']>(
      (last, changed) => (last === null || last.at < changed.at ? changed : last),
      null,
    )

type Offer = { id: string; languages: readonly string[] | undefined }

/** The offered languages of a row, each with the largest number of texts that a channel lacks in it. */
export function completenessOf(
  { cells, kind }: Pick<ContentRow, 'cells' | 'kind'>,
  offers: readonly Offer[],
) {
  const counts = new Map<string, { missing: number; texts: number }>()
  for (const { id, languages } of offers) {
    const node = cells[id]
    if (!node || node.texts === 0) continue
    for (const { language, rest } of node.languages) {
      if (!(languages?.includes(language) ?? true)) continue
      // Emails have standard texts in each language.
      const missing = kind === 'mails' ? 0 : rest
      const known = counts.get(language)
      if (!known || known.missing < missing) counts.set(language, { missing, texts: node.texts })
    }
  }
  return [...counts].map(([language, count]) => ({ language, ...count }))
}

/** Marks of one channel: unpublished changes, and languages that show the text of another language. */
type Exception =
  | { kind: 'changes'; count: number }
  | { kind: 'fallback'; languages: { language: string; count: number }[] }

export function exceptionsOf(
  { changes, languages, kind }: Pick<ContentNode, 'changes' | 'languages' | 'kind'>,
  offered: readonly string[] | undefined,
): Exception[] {
  const missing = languages
    // Emails have standard texts in each language.
    .filter(
      ({ language, rest }) => kind !== 'mails' && rest > 0 && (offered?.includes(language) ?? true),
    )
    .map(({ language, rest }) => ({ language, count: rest }))
  return [
    ...(changes > 0 ? [{ kind: 'changes' as const, count: changes }] : []),
    ...(missing.length > 0 ? [{ kind: 'fallback' as const, languages: missing }] : []),
  ]
}

/** The number of a channel's own texts, in the language with the most. */
export const ownTexts = ({ languages }: Pick<ContentNode, 'languages'>): number =>
  Math.max(0, ...languages.map(({ own }) => own))

/** Whether a page of this channel differs from the shared one, or needs work. */
export const isException = (
  node: ContentNode,
  { languages }: { languages: readonly string[] | undefined },
): boolean => ownTexts(node) > 0 || exceptionsOf(node, languages).length > 0

/** The largest page that the server returns. */
const MAX_ROWS = 200

/** All matching nodes of one channel, which has a few dozen. */
export async function nodesOfChannel(
  query: Record<string, string>,
  channel: string,
): Promise<ContentNode[]> {
  const nodes: ContentNode[] = []
  let cursor: string | null = null
  do {
    const input: Record<string, unknown> = {
      ...query,
      channel,
      limit: MAX_ROWS,
      ...(cursor === null ? {} : { cursor }),
    }
    const answer: StaffResponse<'contentNodes'> = await fetchBackoffice(
      'contentNodes',
      input as StaffInput<'contentNodes'>,
    )
    nodes.push(...answer.items)
    cursor = answer.next
  } while (cursor !== null)
  return nodes
}
