import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { Clock } from '#server/platform/services/service-ports.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'

/**
 * Everything that a list of gifts depends on besides the request. Equal for all recipients of a channel with the same
 * points.
 */
export type View = Pick<Holder, 'channelId' | 'available'>

export type SharedViews = {
  /** As a signed string for URLs. */
  of(view: View): string
  /** null if the signature is invalid or too old. */
  read(words: string): View | null
  /** The view in a URL; null with a token, because the response is then private to the holder. */
  inAddress(url: string | undefined): View | null
}

const DAY_MS = 24 * 3600_000
const WORDS = /^(\d{1,10})\.(\d{1,9})\.(\d{1,6})\.([\w-]{22})$/
const SIGN_BYTES = 16

/**
 * Valid on its day and the next, so that a URL expires automatically. Signed with a key derived from the pepper,
 * which all processes share; during a key rotation the older key is valid, too.
 */
export function sharedViews(peppers: string, clock: Clock): SharedViews {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint shared view', 32)),
  )
  const [ownKey] = keys
  if (!ownKey) throw new Error('GIFTPOINT_PEPPER missing: cannot sign')

  const today = () => Math.floor(clock.now().getTime() / DAY_MS)
  const signed = (key: Buffer, body: string) =>
    createHmac('sha256', key).update(body).digest().subarray(0, SIGN_BYTES)

  function read(words: string): View | null {
    const [, channelId, available, day, sign] = WORDS.exec(words) ?? []
    if (channelId === undefined || available === undefined || !day || !sign) return null
    // The clock of another process may already show the next day.
    const age = today() - Number(day)
    if (age > 1 || age < -1) return null
    const body = `${channelId}.${available}.${day}`
    const given = Buffer.from(sign, 'base64url')
    const ours = keys.some((key) => timingSafeEqual(signed(key, body), given))
    return ours ? { channelId, available: Number(available) } : null
  }

  return {
    of({ channelId, available }) {
      const body = `${channelId}.${available}.${today()}`
      return `${body}.${signed(ownKey, body).toString('base64url')}`
    },
    read,
    inAddress(url) {
      const [, words] = /[?&]view=([^&#]*)/.exec(url ?? '') ?? []
      return words === undefined || /[?&]wt=/.test(url ?? '') ? null : read(words)
    },
  }
}
