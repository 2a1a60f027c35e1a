import { storedPreview, SESSION, store, stored } from '#storefront/storage/browser-storage.ts'
import { currentSession, token } from '#storefront/session/holder-session.ts'

type Init = {
  method: string
  headers: Record<string, string>
  body?: string
  cache?: RequestCache
  signal?: AbortSignal
}

const TEXTS_PATH = '/rest/hcms/'
const GIFT_PATHS = /^\/rest\/(producttags\/products\?(?!.*\bsearch=)|saleschannelproducts\/)/

/**
 * Requests texts and gifts without the token, so that a cache in front of the shop can answer: texts by channel, gifts by
 * the audience that the shop has named. Other requests, and all if that audience has expired, contain the token.
 */
export async function fetchShop(url: string, init: Init): Promise<Response> {
  const address = init.method === 'GET' ? sharedAddress(url) : undefined
  if (address !== undefined) {
    const { authorization: _, ...headers } = init.headers
    const answer = await fetch(address, { ...init, headers })
    // An expired audience.
    if (answer.status !== 401) return answer
  }
  const sentToken = token()
  const answer = await fetch(url, init)
  const view = answer.headers.get('x-shared-view')
  // A response that arrives after logout belongs to no current session.
  if (view !== null && sentToken === token() && stored(SESSION.sharedView) !== view) {
    store(SESSION.sharedView, view)
  }
  return answer
}

function sharedAddress(url: string): string | undefined {
  const session = currentSession()
  // A preview contains unpublished content and must not use a shared address.
  if (!session || storedPreview() !== null) return undefined
  const separator = url.includes('?') ? '&' : '?'
  if (url.startsWith(TEXTS_PATH)) {
    return url.includes('sales_channel=')
      ? url
      : `${url}${separator}sales_channel=${session.sales_channel}`
  }
  const view = stored(SESSION.sharedView)
  return view !== null && GIFT_PATHS.test(url) ? `${url}${separator}view=${view}` : undefined
}
