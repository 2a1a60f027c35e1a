import { closeSession, token } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'
import { call } from '#storefront/api/shop-client.ts'

/**
 * Ends the staff session here, in other tabs and on the server, and returns to the recipient's page in the back
 * office.
 */
export async function stopActing(back: string): Promise<void> {
  const left = token()
  await call('logOut', {}).catch(() => null)
  closeSession({ everything: true })
  if (left !== null) openTabs()?.notifyEnded(left)
  location.replace(back)
}
