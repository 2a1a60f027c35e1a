import { makeClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { applyDefaultLanguage } from '#storefront/account/default-language.ts'
import { type Accepted, openSession } from '#storefront/session/holder-session.ts'
import { openTabs, TICKET } from '#storefront/session/open-tabs.ts'
import { call } from '#storefront/api/shop-client.ts'

/**
 * The address on the host where the voucher belongs, with a ticket behind its #, which no server and no page that
 * is linked from there is told. Nothing of the session is kept on this host.
 */
export async function handOverTo(
  site: URL,
  path: string,
  { wt }: Accepted,
  encrypted_code: string,
): Promise<string> {
  const client = makeClient({ base: '', token: () => wt, fetch: (url, init) => fetch(url, init) })
  const answer = await client.call('handOver', { encrypted_code }).catch(() => null)
  const address = path === '/' ? site.href : site.origin + path
  // Without a ticket the code is asked for there once more.
  if (answer === null || refused(answer)) return address
  sayWhereFrom()
  return address + TICKET + answer.ticket
}

/** The other host lets in only who comes from one of the shop's own; it is told the host alone. */
function sayWhereFrom() {
  const meta = document.createElement('meta')
  meta.name = 'referrer'
  meta.content = 'origin'
  document.head.append(meta)
}

/** Comes in with a ticket; without success the page goes on as one that nobody is logged in to. */
export async function takeOver(ticket: string): Promise<void> {
  const answer = await call('takeOver', { ticket, from: document.referrer }).catch(() => null)
  if (answer === null || refused(answer)) return
  openSession(answer, answer.encrypted_code, answer.acting)
  openTabs()?.tellBegan()
  await applyDefaultLanguage()
}
