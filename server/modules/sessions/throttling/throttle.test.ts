import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Outcome } from '#contract/client.shop.ts'
import { MIN_BITS } from '#domain/sessions/login-cost.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { challengeIn, guestFrom } from '#server/testing/clients/proof-of-work-client.ts'

const environment = { LOGIN_TRIES_PER_MINUTE: '10', TRUSTED_PROXIES: '127.0.0.1' }
let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ environment })
})
afterAll(() => shop.stop())
beforeEach(() => shop.sql`delete from login_attempt`)

const numbers = (length: number) => Array.from({ length }, (_, index) => index)
const burst = (count: number, address: string, at = shop) =>
  Promise.all(numbers(count).map((index) => guestFrom(at, address).tryCode(`guess${index}`)))
const wrong = (answers: Outcome<'logIn'>[]) =>
  answers.filter((answer) => 'code_is_valid' in answer && !answer.code_is_valid)
const asked = (answers: Outcome<'logIn'>[]) => answers.filter((answer) => challengeIn(answer))
const countOf = async (bucket: string) =>
  (await shop.sql<{ tries: number }[]>`select tries from login_attempt where bucket = ${bucket}`)[0]
    ?.tries

describe('an office behind one address', () => {
  it('logs in after a short proof of work when ten people mistyped (A2, LOGIN-5)', async () => {
    const answers = await burst(40, '198.51.100.7')
    expect(wrong(answers)).toHaveLength(10)
    expect(asked(answers)).toHaveLength(30)
    expect(asked(answers)[0]).toMatchObject({
      refused: 'too-many-attempts',
      message: 'tooManyAttempts',
    })

    const office = guestFrom(shop, '198.51.100.7')
    expect(await office.tryWithProofs('giftshop1')).toMatchObject({
      outcome: { code_is_valid: true },
      difficulties: [MIN_BITS],
    })
    expect(await guestFrom(shop, '198.51.101.8').tryCode('giftshop1')).toMatchObject({
      code_is_valid: true,
    })
  })

  it('needs no proof of work for right codes, also for thirty at once (LOGIN-5)', async () => {
    const holders = await Promise.all(
      numbers(30).map(() => guestFrom(shop, '198.18.0.9').tryCode('giftshop1')),
    )
    expect(holders.every((answer) => 'wt' in answer)).toBe(true)
  })

  it('has ten typing errors free, each with its corrected spelling (LOGIN-1, LOGIN-5)', async () => {
    const office = guestFrom(shop, '198.51.100.21')
    for (const index of numbers(10)) {
      await shop.sql`delete from login_attempt where bucket = 'second'`
      expect(wrong([await office.tryCode(`typ0s${index}`)])).toHaveLength(1)
      expect(wrong([await office.tryReading(`typos${index}`, `typ0s${index}`)])).toHaveLength(1)
    }
    expect(await countOf('address 198.51.100.21')).toBe(10)
    expect(await countOf('overall')).toBe(20)
    // Each excuses one other, and nothing that was not typed.
    expect(asked([await office.tryReading('third', 'typ0s3')])).toHaveLength(1)
    expect(asked([await office.tryReading('third', 'never')])).toHaveLength(1)
  })

  it('gets a proof-of-work challenge at once instead of a waiting time (A2)', async () => {
    await burst(10, '198.51.100.7')
    const response = await fetch(`${shop.url}/rest/giftcardcodelogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
      body: JSON.stringify({ encrypted_code: shop.shop.voucherKeys.wireHash('giftshop1') }),
    })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('0')
    expect(await response.json()).toEqual({
      success: false,
      error: { code: 'too-many-attempts', Message: 'tooManyAttempts' },
      challenge: {
        salt: expect.stringMatching(/^[\w-]{20,60}$/),
        difficulty: MIN_BITS,
        expires: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
  })
})

describe('a flood of attempts', () => {
  it('with 600 wrong codes from one /56 affects no other network, and costs its own network a short proof of work (A2)', async () => {
    const address = (index: number) => `2001:db8:7:4${(index % 12).toString(16)}::${index % 60}`
    const flood = numbers(600).map((index) =>
      guestFrom(shop, address(index)).tryCode(`flood${index}`),
    )
    const elsewhere = ['198.51.100.7', '2001:db8:8::1', '2a02::5']
    const between = elsewhere.map((address) => guestFrom(shop, address).tryCode('giftshop1'))

    for (const answer of await Promise.all(between)) expect(answer).toHaveProperty('wt')
    const answers = await Promise.all(flood)
    // Five customers' worth, of a network that providers give to one.
    expect(wrong(answers).length).toBeLessThanOrEqual(50)
    expect(wrong(answers).length + asked(answers).length).toBe(600)

    const { outcome, difficulties: bits } = await guestFrom(shop, '2001:db8:7:4f::1').tryWithProofs(
      'giftshop1',
    )
    expect(outcome).toHaveProperty('wt')
    expect(bits.length).toBeLessThanOrEqual(1)
  })

  it('from all over the world is checked thirty times per second, with networks without failures first (A2)', async () => {
    const began = performance.now()
    const answers = await Promise.all(
      numbers(60).map((index) => guestFrom(shop, `10.${index}.0.1`).tryCode(`world${index}`)),
    )
    const seconds = Math.ceil((performance.now() - began) / 1000)
    expect(wrong(answers).length).toBeLessThanOrEqual(30 * seconds)
    expect(wrong(answers).length).toBeGreaterThan(0)
    expect(wrong(answers).length + asked(answers).length).toBe(60)

    // The failed networks try again and share the rest of the second.
    const again = numbers(60).map((index) =>
      guestFrom(shop, `10.${index}.0.1`).tryCode(`more${index}`),
    )
    expect(await guestFrom(shop, '198.51.100.7').tryCode('giftshop1')).toHaveProperty('wt')
    expect(asked(await Promise.all(again)).length).toBeGreaterThan(0)
  })

  it('that fills a second still admits a right code with proof of work or without earlier failures (A2)', async () => {
    await guestFrom(shop, '192.0.2.9').tryCode('guess')
    // A full second that lasts almost two.
    await shop.sql`
      insert into login_attempt (bucket, since, tries) values ('second', clock_timestamp() + interval '0.9 s', 30)
      on conflict (bucket) do update set since = excluded.since, tries = excluded.tries`
    const clean = guestFrom(shop, '198.51.100.7').tryCode('giftshop1')
    const failed = guestFrom(shop, '192.0.2.9')
    const challenge = challengeIn(await failed.tryCode('giftshop1'))
    if (!challenge) throw new Error('nothing was asked')
    const worked = failed.tryCode('giftshop1', failed.proofOf('giftshop1', challenge))
    // Both wait for the next second, and are looked at.
    expect(await clean).toHaveProperty('wt')
    expect(await worked).toHaveProperty('wt')
  })

  it('counts each attempt once in two processes: 10 of 32 attempts at once are checked (A2)', async () => {
    const other = await testShop({ database: shop.database, environment })
    const answers = await Promise.all([burst(16, '203.0.113.5'), burst(16, '203.0.113.5', other)])
    expect(wrong(answers.flat())).toHaveLength(10)
    // The salt that one has signed is good at the other.
    const guest = guestFrom(shop, '203.0.113.5')
    const challenge = challengeIn(await guest.tryCode('giftshop1'))
    if (!challenge) throw new Error('nothing was asked')
    const there = guestFrom(other, '203.0.113.5')
    expect(await there.tryCode('giftshop1', guest.proofOf('giftshop1', challenge))).toHaveProperty(
      'wt',
    )
    await other.stop()
  })

  it('on the back office does not delay holders, and no sign-in waits longer than three seconds (SAFE-8, S8)', async () => {
    const answers: number[] = []
    const signIn = async (index: number) => {
      const { status } = await fetch(`${shop.url}/backoffice/api/session`, {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          'x-forwarded-for': `10.${index}.0.1`,
        },
        body: JSON.stringify({ email: `nobody${index}@giftpoint.example`, password: 'wrong one' }),
      })
      answers.push(status)
    }
    const { all } = await shop.sql.begin(async (sql) => {
      // None of them ends.
      await sql`lock table password_failure in access exclusive mode`
      const all = numbers(100).map(signIn)
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(48)
      expect(await guestFrom(shop, '198.51.100.7').tryCode('giftshop1')).toHaveProperty('wt')
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(98)
      return { all }
    })
    await Promise.all(all)
    expect(answers.filter((status) => status === 429)).toHaveLength(98)
  }, 60_000)

  it('without proof of work is asked for it instead of waiting, and an attempt with proof is admitted (SAFE-8, S8)', async () => {
    const answers: Outcome<'logIn'>[] = []
    const guess = async (index: number) => {
      const answer = await guestFrom(shop, `10.${index}.0.1`).tryCode(`guess${index}`)
      answers.push(answer)
    }
    const { all } = await shop.sql.begin(async (sql) => {
      // None of them ends.
      await sql`lock table login_attempt in access exclusive mode`
      const all = numbers(250).map(guess)
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(244)
      return { all }
    })
    expect(asked(answers.slice(0, 244))).toHaveLength(244)
    const { outcome } = await guestFrom(shop, '198.51.100.7').tryWithProofs('giftshop1')
    expect(outcome).toHaveProperty('wt')
    await Promise.all(all)
  }, 60_000)

  it('does not trust X-Forwarded-For without a configured proxy', async () => {
    const alone = await testShop({ environment: { LOGIN_TRIES_PER_MINUTE: '10' } })
    for (let host = 1; host <= 11; host += 1) {
      await guestFrom(alone, `203.0.113.${host}`).tryCode('guess')
    }
    expect(challengeIn(await guestFrom(alone, '203.0.113.99').tryCode('guess'))).toBeDefined()
    await alone.stop()
  })
})

describe('a proof of work', () => {
  const guest = () => guestFrom(shop, '192.0.2.1')
  async function challengeFor(code: string) {
    await burst(10, '192.0.2.1')
    const challenge = challengeIn(await guest().tryCode(code))
    if (!challenge) throw new Error('nothing was asked')
    return challenge
  }

  it('is as hard for a right code as for a wrong one (A2)', async () => {
    const right = await challengeFor('giftshop1')
    const other = await challengeFor('nonesuch1')
    expect(right.difficulty).toBe(other.difficulty)
  })

  it('counts as one attempt, also when it is sent eight times at once and again (A2)', async () => {
    const proof = guest().proofOf('nonesuch1', await challengeFor('nonesuch1'))
    const before = await countOf('overall')
    const answers = await Promise.all(numbers(8).map(() => guest().tryCode('nonesuch1', proof)))
    expect(wrong(answers)).toHaveLength(8)
    expect(wrong([await guest().tryCode('nonesuch1', proof)])).toHaveLength(1)
    expect(await countOf('overall')).toBe((before ?? 0) + 1)
  })

  it('is refused for another code, and if it is too easy (A2)', async () => {
    const challenge = await challengeFor('nonesuch1')
    const proof = guest().proofOf('nonesuch1', challenge)
    const refusedAs = async (code: string, given: typeof proof) =>
      expect(challengeIn(await guest().tryCode(code, given))).toBeDefined()
    await refusedAs('giftshop1', proof)
    await refusedAs('nonesuch1', { ...proof, nonce: 'x' })
    await refusedAs('nonesuch1', { ...proof, salt: `${proof.salt}=` })
    await refusedAs('nonesuch1', { salt: '', nonce: '' })
  })

  it('can be sent again after a lost answer (A2)', async () => {
    const proof = guest().proofOf('giftshop1', await challengeFor('giftshop1'))
    expect(await guest().tryCode('giftshop1', proof)).toHaveProperty('wt')
    expect(await guest().tryCode('giftshop1', proof)).toHaveProperty('wt')
  })

  it('becomes harder with the number of failures, and one that was asked for earlier stays valid (A2)', async () => {
    const challenge = await challengeFor('giftshop1')
    await shop.sql`update login_attempt set tries = 40 where bucket = 'address 192.0.2.1'`
    const harder = challengeIn(await guest().tryCode('giftshop1'))
    expect(harder?.difficulty).toBe(challenge.difficulty + 2)
    const proof = guest().proofOf('giftshop1', challenge)
    expect(await guest().tryCode('giftshop1', proof)).toHaveProperty('wt')
  })
})

describe('guessing with proof of work', () => {
  it.each(['203.0.113.20', '2001:db8:20::1'])(
    'from %s gets harder also if the proof takes minutes, and is never free (A2)',
    async (address) => {
      const guess = async (code: string) =>
        (await guestFrom(shop, address).tryWithProofs(code)).difficulties
      try {
        await burst(10, address)
        expect(await guess('first')).toEqual([MIN_BITS])
        shop.clock.advance(61_000)
        expect(await guess('second')).toEqual([MIN_BITS])
        await shop.sql`update login_attempt set tries = 20 where bucket ~ '^(address|line) '`
        shop.clock.advance(61_000)
        expect(await guess('third')).toEqual([MIN_BITS + 1])
        shop.clock.advance(-122_000 + 301_000)
        expect(await guess('fourth')).toEqual([MIN_BITS])
      } finally {
        shop.clock.advance(-301_000)
      }
    },
  )
})

describe('a clock that is set', () => {
  it.each([-3_600_000, 3_600_000])(
    'by %i ms requires no proof of work for old failures (B39)',
    async (ms) => {
      await burst(10, '203.0.113.9')
      expect(challengeIn(await guestFrom(shop, '203.0.113.9').tryCode('giftshop1'))).toBeDefined()
      shop.clock.advance(ms)
      expect(await guestFrom(shop, '203.0.113.9').tryCode('giftshop1')).toHaveProperty('wt')
      // New wrong tries count from now on.
      await burst(10, '203.0.113.9')
      expect(challengeIn(await guestFrom(shop, '203.0.113.9').tryCode('giftshop1'))).toBeDefined()
      shop.clock.advance(-ms)
    },
  )

  it('back in the database does not leave a second full until that time returns (B39)', async () => {
    await shop.sql`
      insert into login_attempt (bucket, since, tries)
      values ('second', clock_timestamp() + interval '1 hour', 30)`
    expect(await guestFrom(shop, '198.51.100.7').tryCode('giftshop1')).toHaveProperty('wt')
  })

  it('back does not keep a count for ever: a time in the future counts as old (B39)', async () => {
    const now = shop.clock.now().getTime()
    for (const minutes of [-61, -20, 20, 61]) {
      const since = new Date(now + minutes * 60_000)
      await shop.sql`
        insert into login_attempt (bucket, since, tries) values (${`at ${minutes}`}, ${since}, 5)`
    }
    expect(await shop.shop.throttle.eraseOld()).toBe(2)
    const left = await shop.sql<
      { bucket: string }[]
    >`select bucket from login_attempt order by since`
    expect(left.map(({ bucket }) => bucket)).toEqual(['at -20', 'at 20'])
  })

  it('a minute ahead halves the failures (A2)', async () => {
    await burst(10, '203.0.113.9')
    shop.clock.advance(61_000)
    const answers = await burst(10, '203.0.113.9')
    expect(wrong(answers)).toHaveLength(5)
    shop.clock.advance(-61_000)
  })
})
