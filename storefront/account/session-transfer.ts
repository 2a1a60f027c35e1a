import { createClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { applyDefaultLanguage } from '#storefront/account/default-language.ts'
import { type Accepted, openSession } from '#storefront/session/holder-session.ts'
import { openTabs, TRANSFER_HASH } from '#storefront/session/open-tabs.ts'
import { call } from '#storefront/api/shop-client.ts'

/**
 * The address on the voucher's own host, with a transfer token after the #, which no server and no linked page
 * receives. Nothing of the session is stored on this host.
 */
export async function transferSessionTo(
  site: URL,
  path: string,
  { wt }: Accepted,
  encrypted_code: string,
): Promise<string> {
  const client = createClient({ base: '', token: () => wt, fetch: (url, init) => fetch(url, init) })
  const answer = await client.call('handOver', { encrypted_code }).catch(() => null)
  const address = path === '/' ? site.href : site.origin + path
  // Without a token that host asks for the code again.
  if (answer === null || refused(answer)) return address
  sendReferrerOrigin()
  return address + TRANSFER_HASH + answer.ticket
}

/** The other host accepts transfers only from the shop's own hosts. The referrer contains only the origin. */
function sendReferrerOrigin() {
  const meta = document.createElement('meta')
  meta.name = 'referrer'
  meta.content = 'origin'
  document.head.append(meta)
}

/** Opens a session with a transfer token. Without success the page continues without a session. */
export async function openTransferredSession(ticket: string): Promise<void> {
  const answer = await call('takeOver', { ticket, from: document.referrer }).catch(() => null)
  if (answer === null || refused(answer)) return
  openSession(answer, answer.encrypted_code, answer.acting)
  openTabs()?.notifyStarted()
  await applyDefaultLanguage()
}
