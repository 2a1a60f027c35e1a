import type { QueryClient } from '@tanstack/react-query'

import { storedPreview } from '#storefront/storage/browser-storage.ts'
import { serverSite } from '#storefront/api/server-data.ts'
import { closeSession, token } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'
import { call } from '#storefront/api/shop-client.ts'

/**
 * Ends the session here and on the server. The page then reloads, so that no holder data stays in memory, and
 * replaces the current history entry.
 */
export async function logOut(queries: QueryClient): Promise<void> {
  // A preview from the back office has no session to end: the shop refuses it, so only the preview ends.
  if (storedPreview() !== null) {
    const { endPreview } = await import('#storefront/preview/end-preview.ts')
    endPreview()
    return
  }
  const endedToken = token()
  // Logout succeeds here even if the shop is unreachable.
  await call('logOut', {}).catch(() => null)
  await eraseChat().catch(() => {})
  closeSession({ everything: true })
  if (endedToken !== null) openTabs()?.notifyEnded(endedToken)
  queries.clear()
  location.replace('/login')
}

/** An external chat stores the conversation, also in this browser. */
async function eraseChat() {
  const { kind } = serverSite().chat
  if (kind !== 'chatwoot' && kind !== 'crisp') return
  const { eraseExternalChat } = await import('#storefront/chat/external-chat.ts')
  eraseExternalChat()
}
