import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import { COMPONENTS } from '#domain/content/components.ts'

/** The content nodes of every channel. They have names in the messages, other pages have their own names. */
const CONTENT_NODES = [
  ...COMPONENTS,
  'mails',
  'company',
  'countries',
  'navigation',
  'tiles',
] as const

/** Whether every channel has this node. Otherwise it is a page of one channel. */
export const isComponent = (name: string): boolean => CONTENT_NODES.some((node) => node === name)

export function contentNodeName(t: Translate, name: string): string {
  const known = CONTENT_NODES.find((node) => node === name)
  return known === undefined ? readableKey(name) : t(`contentNode.${known}` satisfies MessageKey)
}

/** Content nodes whose name in the reader's language contains the search text. */
export const findContentNodesByName = (t: Translate, search: string): string[] =>
  CONTENT_NODES.filter((name) =>
    contentNodeName(t, name).toLowerCase().includes(search.trim().toLowerCase()),
  )

/** Links to all content nodes of a channel, by name. */
export const listContentNodeLinks = (
  t: Translate,
  channel: string,
): { name: string; to: string }[] =>
  CONTENT_NODES.map((name) => ({
    name: contentNodeName(t, name),
    to: contentNodeAddress({ name, channel }),
  }))

/** Nodes with a page of their own in the back office. The others share the page for texts. */
const NODES_WITH_OWN_PAGE: readonly string[] = [
  'mails',
  'company',
  'countries',
  'navigation',
  'tiles',
]

export const contentNodeAddress = (
  { name, channel }: { name: string; channel: string },
  find = '',
  language = '',
): string => {
  const query = new URLSearchParams({
    channel,
    ...(find === '' ? {} : { find }),
    ...(language === '' ? {} : { language }),
  }).toString()
  return NODES_WITH_OWN_PAGE.includes(name)
    ? `/backoffice/content/${name}?${query}`
    : `/backoffice/content/texts/${name}?${query}`
}
