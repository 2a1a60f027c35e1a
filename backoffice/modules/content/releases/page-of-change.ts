import type { ContentNode } from '#backoffice/modules/content/releases/content-node-texts.ts'
import { isComponent } from '#backoffice/i18n/content-node-names.ts'
import { pages } from '#contract/content/page-table.ts'

const WELCOME = 'welcomeoverlaycomponents'
/** A preview is logged in and places no orders, so it cannot show these pages. */
const NOT_IN_PREVIEW = ['/login', '/confirmation']

const canBePreviewed = (path: string) =>
  !path.includes(':') && !path.includes('*') && !NOT_IN_PREVIEW.includes(path)

/** The page of the shop that shows a change, as parts of the preview's address; null if no page does. */
export function pageOfChange({ kind, key }: Pick<ContentNode, 'kind' | 'key'>) {
  if (kind === 'mail') return null
  const path = kind === 'content' && typeof key['path'] === 'string' ? key['path'] : ''
  const language = typeof key['language'] === 'string' ? key['language'] : ''
  const page = pages.find(
    ({ path: address, components }) => canBePreviewed(address) && components?.includes(path),
  )
  return {
    page: page?.path ?? (path === '' || isComponent(path) ? '/' : `/${path}`),
    ...(path === WELCOME ? { welcome: 'yes' } : {}),
    ...(language === '' ? {} : { language }),
  }
}

/** The shop as it will be with this release, at the page that the change shows on. */
export function previewOfChange(
  release: string,
  change: Pick<ContentNode, 'kind' | 'key'> & { channel: string },
): string | null {
  const page = pageOfChange(change)
  if (page === null) return null
  const { channel } = change
  return `/backoffice/preview/shop?${new URLSearchParams({ channel, releases: release, ...page }).toString()}`
}
