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

const CONTENT_GROUPS = ['pages', 'checkout', 'mails', 'menu', 'company'] as const
type ContentGroup = (typeof CONTENT_GROUPS)[number]

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
  return CHECKOUT.includes(name) ? 'checkout' : 'pages'
}

/** Nodes of several channels as rows, by group. Within a group they keep the order of the first channel. */
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
  const all = [...rows.values()]
  return CONTENT_GROUPS.flatMap((group) => all.filter((row) => groupOf(row) === group))
}

/** What differs from normal in one channel: open changes, or languages that show another language's text. */
type Exception =
  | { kind: 'changes'; count: number }
  | { kind: 'fallback'; languages: { language: string; count: number }[] }

export function exceptionsOf(
  { changes, languages, kind }: Pick<ContentNode, 'changes' | 'languages' | 'kind'>,
  offered: readonly string[] | undefined,
): Exception[] {
  const missing = languages
    // Emails fall back to texts of the shop's own, in each language.
    .filter(
      ({ language, rest }) => kind !== 'mails' && rest > 0 && (offered?.includes(language) ?? true),
    )
    .map(({ language, rest }) => ({ language, count: rest }))
  return [
    ...(changes > 0 ? [{ kind: 'changes' as const, count: changes }] : []),
    ...(missing.length > 0 ? [{ kind: 'fallback' as const, languages: missing }] : []),
  ]
}

/** The number of texts that a channel has of its own. */
export const ownTexts = ({ languages }: Pick<ContentNode, 'languages'>): number =>
  Math.max(0, ...languages.map(({ own }) => own))

/** Whether a page of this channel differs from the shared one, or needs work. */
export const isException = (
  node: ContentNode,
  { languages }: { languages: readonly string[] | undefined },
): boolean => ownTexts(node) > 0 || exceptionsOf(node, languages).length > 0

/** The most that the server answers at once. */
const MOST = 200

/** All nodes of one channel that match. A channel has some dozens. */
export async function nodesOfChannel(
  asked: Record<string, string>,
  channel: string,
): Promise<ContentNode[]> {
  const nodes: ContentNode[] = []
  let cursor: string | null = null
  do {
    const input: Record<string, unknown> = {
      ...asked,
      channel,
      limit: MOST,
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
