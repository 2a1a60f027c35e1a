import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { readable } from '#backoffice/i18n/readable-key.ts'

/** What the parts of a channel are called in the back office; a page has its own name. */
const THINGS = [
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
export const isComponent = (name: string): boolean => THINGS.some((one) => one === name)

export function thingName(t: Translate, name: string): string {
  const known = THINGS.find((one) => one === name)
  return known === undefined ? readable(name) : t(`contentNode.${known}` satisfies MessageKey)
}

/** Content nodes whose name in the reader's language contains the search text. */
export const thingsNamed = (t: Translate, search: string): string[] =>
  THINGS.filter((name) => thingName(t, name).toLowerCase().includes(search.trim().toLowerCase()))

/** Links to all content nodes of a channel, by name. */
export const allThings = (t: Translate, channel: string): { name: string; to: string }[] =>
  THINGS.map((name) => ({ name: thingName(t, name), to: thingAddress({ name, channel }) }))

const PAGES: readonly string[] = ['mails', 'company', 'countries', 'navigation', 'tiles']

export const thingAddress = (
  { name, channel }: { name: string; channel: string },
  find = '',
): string => {
  const query = new URLSearchParams({ channel, ...(find === '' ? {} : { find }) }).toString()
  return PAGES.includes(name)
    ? `/backoffice/content/${name}?${query}`
    : `/backoffice/content/texts/${name}?${query}`
}
