import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { Clock } from '#server/platform/services/service-ports.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'

/**
 * What a list of gifts depends on besides the request. Recipients of a channel with the same number of points share a
 * view, and so their cached responses.
 */
export type View = Pick<Holder, 'channelId' | 'available'>

export type SharedViews = {
  /** The view as a signed string for URLs. */
  sign(view: View): string
  /** null if the signature is invalid or too old. */
  verify(signed: string): View | null
  /** The view in a URL; null if the URL also has a token, because the response is then private to the holder. */
  fromUrl(url: string | undefined): View | null
}

const DAY_MS = 24 * 3600_000
const SIGNED_VIEW = /^(\d{1,10})\.(\d{1,9})\.(\d{1,6})\.([\w-]{22})$/
const SIGNATURE_BYTES = 16

/**
 * A signed view is valid on its day and the next. The key is derived from the pepper, which all processes share. During
 * a key rotation the older key is valid as well.
 */
export function sharedViews(peppers: string, clock: Clock): SharedViews {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint shared view', 32)),
  )
  const [newestKey] = keys
  if (!newestKey) throw new Error('GIFTPOINT_PEPPER missing: cannot sign')

  const today = () => Math.floor(clock.now().getTime() / DAY_MS)
  const signatureOf = (key: Buffer, body: string) =>
    createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE_BYTES)

  function verify(text: string): View | null {
    const [, channelId, available, day, signature] = SIGNED_VIEW.exec(text) ?? []
    if (channelId === undefined || available === undefined || !day || !signature) return null
    // The clock of another process may already show the next day.
    const age = today() - Number(day)
    if (age > 1 || age < -1) return null
    const body = `${channelId}.${available}.${day}`
    const given = Buffer.from(signature, 'base64url')
    const isValid = keys.some((key) => timingSafeEqual(signatureOf(key, body), given))
    return isValid ? { channelId, available: Number(available) } : null
  }

  return {
    sign({ channelId, available }) {
      const body = `${channelId}.${available}.${today()}`
      return `${body}.${signatureOf(newestKey, body).toString('base64url')}`
    },
    verify,
    fromUrl(url) {
      const [, text] = /[?&]view=([^&#]*)/.exec(url ?? '') ?? []
      return text === undefined || /[?&]wt=/.test(url ?? '') ? null : verify(text)
    },
  }
}
