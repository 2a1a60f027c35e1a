import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { Clock } from '#server/platform/services/service-ports.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'

/** All that a list of gifts depends on, besides what was asked: the same for everybody of this channel with so many points. */
export type View = Pick<Holder, 'channelId' | 'available'>

export type SharedViews = {
  /** In words that can stand in an address, and that nobody can make up. */
  of(view: View): string
  /** null where it was not made here, or long ago. */
  read(words: string): View | null
  /** The view that an address names. One that holds a token, too, is nobody's but the holder's. */
  inAddress(url: string | undefined): View | null
}

const DAY_MS = 24 * 3600_000
const WORDS = /^(\d{1,10})\.(\d{1,9})\.(\d{1,6})\.([\w-]{22})$/
const SIGN_BYTES = 16

/**
 * Good for the day it was made on and the next, so that what it opens closes by itself. Signed with a key made of the
 * pepper, which all processes share; while that is exchanged, what the older one signed is good, too.
 */
export function sharedViews(peppers: string, clock: Clock): SharedViews {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint shared view', 32)),
  )
  const [ownKey] = keys
  if (!ownKey) throw new Error('there is no pepper to sign with')

  const today = () => Math.floor(clock.now().getTime() / DAY_MS)
  const signed = (key: Buffer, body: string) =>
    createHmac('sha256', key).update(body).digest().subarray(0, SIGN_BYTES)

  function read(words: string): View | null {
    const [, channelId, available, day, sign] = WORDS.exec(words) ?? []
    if (channelId === undefined || available === undefined || !day || !sign) return null
    // A process whose clock is ahead has begun the next day already.
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
