import { closeSession, token } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'
import { call } from '#storefront/api/shop-client.ts'

/**
 * Ends the staff session here, in other tabs and on the server, and returns to the recipient's page in the back
 * office.
 */
export async function stopImpersonation(returnPath: string): Promise<void> {
  const endedToken = token()
  await call('logOut', {}).catch(() => null)
  closeSession({ everything: true })
  if (endedToken !== null) openTabs()?.notifyEnded(endedToken)
  location.replace(returnPath)
}
