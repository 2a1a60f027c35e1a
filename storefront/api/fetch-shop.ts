import { keptPreview, SESSION, store, stored } from '#storefront/storage/browser-storage.ts'
import { currentSession, token } from '#storefront/session/holder-session.ts'

type Init = {
  method: string
  headers: Record<string, string>
  body?: string
  cache?: RequestCache
}

const WORDS = '/rest/hcms/'
const GIFTS = /^\/rest\/(producttags\/products\?(?!.*\bsearch=)|saleschannelproducts\/)/
/**
 * Asks so that a cache before the shop can answer, where nothing of the holder decides: words by the channel, gifts by the
 * view that the shop told. Otherwise, and where that view is good no longer, with the token.
 */
export async function askShop(url: string, init: Init): Promise<Response> {
  const address = init.method === 'GET' ? sharedAddress(url) : undefined
  if (address !== undefined) {
    const { authorization: _, ...headers } = init.headers
    const answer = await fetch(address, { ...init, headers })
    // A view that is good no longer.
    if (answer.status !== 401) return answer
  }
  const asker = token()
  const answer = await fetch(url, init)
  const view = answer.headers.get('x-shared-view')
  // One that comes after the logout belongs to nobody here.
  if (view !== null && asker === token() && stored(SESSION.sharedView) !== view) {
    store(SESSION.sharedView, view)
  }
  return answer
}

function sharedAddress(url: string): string | undefined {
  const session = currentSession()
  // What is not out yet is told to nobody but who may look at it.
  if (!session || keptPreview() !== null) return undefined
  const and = url.includes('?') ? '&' : '?'
  if (url.startsWith(WORDS)) {
    return url.includes('sales_channel=')
      ? url
      : `${url}${and}sales_channel=${session.sales_channel}`
  }
  const view = stored(SESSION.sharedView)
  return view !== null && GIFTS.test(url) ? `${url}${and}view=${view}` : undefined
}
