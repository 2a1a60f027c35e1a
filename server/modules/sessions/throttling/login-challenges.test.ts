import { expect, it } from 'vitest'

import { proofSearch } from '#domain/sessions/proof-search.ts'
import { loginChallenges } from '#server/modules/sessions/throttling/login-challenges.ts'
import { networksOf } from '#server/http/client-networks.ts'

const CODE = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODk='
const OTHER_CODE = 'OTg3NjU0MzIxMDk4NzY1NDMyMTA='

function challengesAt(peppers = 'new:pepper,old:spice') {
  const start = Date.UTC(2026, 10, 22, 12)
  const clock = { at: start, now: () => new Date(clock.at) }
  const challenges = loginChallenges(peppers, clock)
  const solved = (bits: number) => {
    const challenge = challenges.create(CODE, bits)
    return { salt: challenge.salt, nonce: proofSearch(challenge, CODE)(2 ** 24) ?? '' }
  }
  return { clock, challenges, solved }
}

it('is valid for a minute, and not if it is from the future (A2, B39)', () => {
  const { clock, challenges, solved } = challengesAt()
  const proof = solved(8)
  const worthAfter = (ms: number) => {
    clock.at += ms
    const worth = challenges.provenBits(CODE, proof)
    clock.at -= ms
    return worth
  }
  for (const ms of [0, 60_000, -5000]) expect(worthAfter(ms)).toBeGreaterThanOrEqual(8)
  for (const ms of [60_001, 86_400_000, -5001, -3_600_000]) expect(worthAfter(ms)).toBe(0)
})

it('is valid for one code in one spelling, and needs our signature (A2)', () => {
  const { challenges, solved } = challengesAt()
  const proof = solved(0)
  expect(challenges.provenBits(OTHER_CODE, proof)).toBe(0)
  const bytes = Buffer.from(proof.salt, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(challenges.provenBits(CODE, { salt: changed.toString('base64url'), nonce: 'a' })).toBe(0)
  }
  for (const salt of [bytes.toString('base64'), `${proof.salt}=`, proof.salt.slice(0, -1), '']) {
    expect(salt === proof.salt ? 1 : challenges.provenBits(CODE, { salt, nonce: 'a' })).toBe(
      salt === proof.salt ? 1 : 0,
    )
  }
})

it('stays valid while the old pepper is configured, and no longer (A2)', () => {
  const proof = challengesAt('old:spice').solved(4)
  expect(
    challengesAt('new:pepper,old:spice').challenges.provenBits(CODE, proof),
  ).toBeGreaterThanOrEqual(4)
  expect(challengesAt('new:pepper').challenges.provenBits(CODE, proof)).toBe(0)
})

it('never uses a salt twice (A2)', () => {
  const { challenges } = challengesAt()
  const salts = Array.from({ length: 1000 }, () => challenges.create(CODE, 18).salt)
  expect(new Set(salts).size).toBe(1000)
})

it.each([
  ['198.51.100.7', ['address 198.51.100.7', 'subnet 198.51.100']],
  ['::ffff:198.51.100.7', ['address 198.51.100.7', 'subnet 198.51.100']],
  ['2001:db8:1:2f03:4::9', ['line 2001:db8:1:2f03', 'home 2001:db8:1:2f', 'site 2001:db8:1']],
  ['2001:0DB8:1:2f9a::', ['line 2001:db8:1:2f9a', 'home 2001:db8:1:2f', 'site 2001:db8:1']],
  ['::1', ['line 0:0:0:0', 'home 0:0:0:0', 'site 0:0:0']],
])('counts failures of %s in its networks (A2)', (address, names) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(names)
})
