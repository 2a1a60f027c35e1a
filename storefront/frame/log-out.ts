import type { QueryClient } from '@tanstack/react-query'

import { LOCAL } from '#storefront/browser-storage.ts'
import { givenSite } from '#storefront/given.ts'
import { closeSession, currentSession, token } from '#storefront/holder-session.ts'
import { call } from '#storefront/shop-client.ts'

/**
 * Ends the session here and on the server. The page is then loaded anew, so that nothing of the holder outlives
 * it in memory either, and takes the place of the one that was left.
 */
export async function logOut(queries: QueryClient): Promise<void> {
  // Who wants to leave leaves, also when the shop cannot be reached.
  await call('logOut', {}).catch(() => null)
  await forgetChat().catch(() => {})
  forget(queries)
  location.replace('/login')
}

/** What was said in a chat of somebody else's making is kept by them, in this browser too. */
async function forgetChat() {
  const { kind } = givenSite().chat
  if (kind !== 'chatwoot' && kind !== 'crisp') return
  const { forgetOutsideChat } = await import('#storefront/chat/outside-chat.ts')
  forgetOutsideChat()
}

function forget(queries: QueryClient) {
  closeSession({ everything: true })
  queries.clear()
}

/**
 * Follows a logout that happened elsewhere: in another tab of this browser, or while this page lay in the
 * browser's store of pages to go back to.
 */
export function followLogout(queries: QueryClient): () => void {
  const otherTab = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === LOCAL.wt && newValue === null && oldValue !== null && oldValue === token()) {
      forget(queries)
    }
  }
  const back = ({ persisted }: PageTransitionEvent) => {
    if (persisted && currentSession() === null) location.reload()
  }
  globalThis.addEventListener('storage', otherTab)
  globalThis.addEventListener('pageshow', back)
  return () => {
    globalThis.removeEventListener('storage', otherTab)
    globalThis.removeEventListener('pageshow', back)
  }
}
