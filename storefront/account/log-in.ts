import type { QueryClient } from '@tanstack/react-query'

import { refused } from '#contract/shared/refusals.shop.ts'
import { codeCandidates } from '#domain/vouchers/voucher-code.ts'
import { applyDefaultLanguage } from '#storefront/account/default-language.ts'
import { encryptedCode } from '#storefront/account/encrypted-code.ts'
import { requestLogin } from '#storefront/account/login-request.ts'
import { serverSite } from '#storefront/api/server-data.ts'
import { type Accepted, openSession } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'
import { requestedPath } from '#storefront/session/requested-path.ts'

export type LogInResult =
  /** `site` is another host of the shop, where this voucher belongs. */
  | { kind: 'logged-in'; path: string; site: string | null }
  | { kind: 'rejected'; key: string }
  /** Another code was typed in the meantime. */
  | { kind: 'aborted' }
  | { kind: 'crowded' }
  | { kind: 'failed' }

/** `onWork` is called when the shop requires a proof of work, for which the holder has to wait. */
export async function logIn(
  code: string,
  queries: QueryClient,
  onWork: () => void,
  signal: AbortSignal,
): Promise<LogInResult> {
  let errorKey = 'generalVoucherError'
  const candidates = codeCandidates(code)
  let asTyped: string | null = null
  for (const candidate of candidates.length > 0 ? candidates : [code]) {
    const encrypted_code = encryptedCode(serverSite().voucher_salt, candidate)
    const answer = await requestLogin(encrypted_code, asTyped, onWork, signal).catch(() => null)
    if (signal.aborted) return { kind: 'aborted' }
    if (answer === null) return { kind: 'failed' }
    if (refused(answer)) {
      return { kind: answer.refused === 'too-many-attempts' ? 'crowded' : 'failed' }
    }
    if (answer.code_is_valid) {
      const path = requestedPath() ?? firstPath(answer)
      const site = otherSite(answer)
      if (site) {
        const { transferSessionTo } = await import('#storefront/account/session-transfer.ts')
        return {
          kind: 'logged-in',
          path,
          site: await transferSessionTo(site, path, answer, encrypted_code),
        }
      }
      queries.clear()
      openSession(answer, encrypted_code)
      openTabs()?.notifyStarted()
      await applyDefaultLanguage()
      return { kind: 'logged-in', path, site: null }
    }
    asTyped ??= encrypted_code
    errorKey = answer.error.Message
    // Only an unknown code may be a misread one.
    if (errorKey !== 'generalVoucherError') break
  }
  return { kind: 'rejected', key: errorKey }
}

const firstPath = ({ latest_order_number }: Accepted) =>
  latest_order_number === null ? '/' : `/orders/${encodeURIComponent(latest_order_number)}`

function otherSite({ shoppingcart }: Accepted): URL | null {
  const address = shoppingcart.website_url.trim()
  if (address === '') return null
  const url = new URL(address.includes('://') ? address : `https://${address}`)
  return url.host === location.host ? null : url
}
