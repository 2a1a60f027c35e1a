import type { QueryClient } from '@tanstack/react-query'

import { keptPreview } from '#storefront/storage/browser-storage.ts'
import { givenSite } from '#storefront/api/server-data.ts'
import { closeSession, token } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'
import { call } from '#storefront/api/shop-client.ts'

/**
 * Ends the session here and on the server. The page is then loaded anew, so that nothing of the holder outlives
 * it in memory either, and takes the place of the one that was left.
 */
export async function logOut(queries: QueryClient): Promise<void> {
  // Whoever looks from the back office has nothing here to log out of: the shop refuses it, and the preview ends.
  if (keptPreview() !== null) {
    const { endPreview } = await import('#storefront/preview/end-preview.ts')
    endPreview()
    return
  }
  const left = token()
  // Whoever wants to leave leaves, also when the shop cannot be reached.
  await call('logOut', {}).catch(() => null)
  await eraseChat().catch(() => {})
  closeSession({ everything: true })
  if (left !== null) openTabs()?.tellEnded(left)
  queries.clear()
  location.replace('/login')
}

/** What was said in a chat of somebody else's making is kept by them, in this browser too. */
async function eraseChat() {
  const { kind } = givenSite().chat
  if (kind !== 'chatwoot' && kind !== 'crisp') return
  const { eraseOutsideChat } = await import('#storefront/chat/external-chat.ts')
  eraseOutsideChat()
}
