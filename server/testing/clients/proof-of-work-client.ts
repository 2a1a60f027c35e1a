import type { Outcome } from '#contract/client.shop.ts'
import type { Challenge } from '#contract/sessions/login-challenge.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** A visitor who tries codes from an IP address, with or without the proof of work that the shop requires. */
export function guestFrom(shop: TestShop, address: string) {
  const headers = { 'x-forwarded-for': address }
  const hashOf = (code: string) => shop.shop.voucherKeys.wireHash(code)
  const tryCode = (code: string, proof?: { salt: string; nonce: string }) =>
    shop.call('logIn', { encrypted_code: hashOf(code), ...(proof ? { proof } : {}) }, { headers })
  const tryReading = (code: string, typed: string) =>
    shop.call('logIn', { encrypted_code: hashOf(code), reading_of: hashOf(typed) }, { headers })
  const proofOf = (code: string, challenge: Challenge) => {
    const nonce = proofSearch(challenge, hashOf(code))(2 ** 31)
    if (nonce === null) throw new Error('no nonce found in two billion tries')
    return { salt: challenge.salt, nonce }
  }
  return {
    tryCode,
    tryReading,
    proofOf,
    /** Repeats the attempt while the shop requires more work. */
    async tryWithProofs(
      code: string,
    ): Promise<{ outcome: Outcome<'logIn'>; difficulties: number[] }> {
      const difficulties: number[] = []
      let outcome = await tryCode(code)
      while ('refused' in outcome && outcome.challenge && difficulties.length < 5) {
        difficulties.push(outcome.challenge.difficulty)
        outcome = await tryCode(code, proofOf(code, outcome.challenge))
      }
      return { outcome, difficulties }
    },
  }
}

/** The challenge in a response, if there is one. */
export const challengeIn = (outcome: Outcome<'logIn'>): Challenge | undefined =>
  'refused' in outcome ? outcome.challenge : undefined
