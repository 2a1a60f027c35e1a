import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'

/** Names of a channel's parts in the back office. Pages have their own names. */
const CONTENT_NODES = [
  'logoncomponents',
  'headercomponents',
  'footercomponents',
  'orderprocessinfocomponents',
  'extrapointsinfocomponents',
  'returnprocessinfocomponents',
  'termsandconditionscomponents',
  'privacystatementcomponents',
  'welcomeoverlaycomponents',
  'homepagecomponents',
  'basketoverlaycomponents',
  'basketcomponents',
  'checkoutstepscomponents',
  'molliecomponents',
  'personaldatacomponents',
  'deliverydatacomponents',
  'confirmationpagecomponents',
  'contactpagecomponents',
  'wishlistcomponents',
  'productlistpagecomponents',
  'productdetailpagecomponents',
  'websitetranslationcomponents',
  'mails',
  'company',
  'countries',
  'navigation',
  'tiles',
] as const

/** A part that every channel has, and no page of its own. */
export const isComponent = (name: string): boolean => CONTENT_NODES.some((node) => node === name)

export function contentNodeName(t: Translate, name: string): string {
  const known = CONTENT_NODES.find((node) => node === name)
  return known === undefined ? readableKey(name) : t(`contentNode.${known}` satisfies MessageKey)
}

/** Content nodes whose name in the reader's language contains the search text. */
export const contentNodesNamed = (t: Translate, search: string): string[] =>
  CONTENT_NODES.filter((name) =>
    contentNodeName(t, name).toLowerCase().includes(search.trim().toLowerCase()),
  )

/** Links to all content nodes of a channel, by name. */
export const allContentNodes = (t: Translate, channel: string): { name: string; to: string }[] =>
  CONTENT_NODES.map((name) => ({
    name: contentNodeName(t, name),
    to: contentNodeAddress({ name, channel }),
  }))

const PAGES: readonly string[] = ['mails', 'company', 'countries', 'navigation', 'tiles']

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
  return PAGES.includes(name)
    ? `/backoffice/content/${name}?${query}`
    : `/backoffice/content/texts/${name}?${query}`
}
