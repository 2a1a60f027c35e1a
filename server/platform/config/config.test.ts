import { describe, expect, it } from 'vitest'

import {
  accountsOf,
  chatOrigin,
  guaranteeUrls,
  liveModeProblems,
  readConfig,
} from '#server/platform/config/config.ts'

describe('an external chat service', () => {
  const chat = { CHAT: 'chatwoot', CHAT_ORIGIN: 'https://chat.example', CHAT_ID: 'one' }

  it('is the only other origin that pages may use (FRAME-8)', () => {
    expect(chatOrigin(readConfig(chat))).toBe('https://chat.example')
    expect(chatOrigin(readConfig({ ...chat, CHAT: 'own' }))).toBeNull()
  })

  it.each(['https://chat.example/widget', 'https://chat.example; script-src *', 'chat.example'])(
    'is refused with the address %s, which is not an origin',
    (CHAT_ORIGIN) => {
      expect(() => readConfig({ ...chat, CHAT_ORIGIN })).toThrow(/CHAT_ORIGIN/)
    },
  )

  it('needs its origin and its id', () => {
    expect(() => readConfig({ CHAT: 'crisp' })).toThrow(/set CHAT_ORIGIN and CHAT_ID too/)
  })
})

describe('an incomplete account of an outside service', () => {
  it.each<[Record<string, string>, string, string]>([
    [{ MONTA_USER: 'u' }, 'MONTA_USER', 'MONTA_PASSWORD'],
    [{ MONTA_PASSWORD: 'p' }, 'MONTA_PASSWORD', 'MONTA_USER'],
    [{ MONTA_USER: 'u', MONTA_PASSWORD: '' }, 'MONTA_USER', 'MONTA_PASSWORD'],
    [{ POSTCODE_KEY: 'k' }, 'POSTCODE_KEY', 'POSTCODE_SECRET'],
    [{ POSTCODE_SECRET: 's' }, 'POSTCODE_SECRET', 'POSTCODE_KEY'],
    [{ CHAT_ID: 'one' }, 'CHAT_ID', 'CHAT=chatwoot or CHAT=crisp'],
    [{ CHAT_ORIGIN: 'https://chat.example' }, 'CHAT_ORIGIN', 'CHAT=chatwoot'],
  ])('is refused in every mode: %j (A9)', (incomplete, set, missing) => {
    for (const GIFTPOINT_LIVE of ['false', 'true']) {
      expect(() => readConfig({ ...incomplete, GIFTPOINT_LIVE })).toThrow(
        `${set} is set without ${missing}`,
      )
    }
  })

  it('does not count as an account (A9)', () => {
    for (const incomplete of [{ MONTA_USER: 'u' }, { POSTCODE_KEY: 'k' }]) {
      const config = { ...readConfig({}), ...incomplete }
      expect(accountsOf(config)).toMatchObject({ delivery: null, addresses: null })
    }
  })
})

describe('trusted proxies', () => {
  it.each(['10.0.0.1', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8'])('accept %s', (list) => {
    expect(readConfig({ TRUSTED_PROXIES: list }).TRUSTED_PROXIES).toBe(list)
  })

  it.each([
    'nginx',
    '10.0.0.0/33',
    '10.0.0.1/',
    '10.0.0',
    '10.0.0.1 10.0.0.2',
    'true',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1, 10.0.0.0/00',
    '::ffff:10.0.0.1/64',
  ])('refuse %s with one sentence (B30)', (list) => {
    expect(() => readConfig({ TRUSTED_PROXIES: list })).toThrow(
      'The environment variable TRUSTED_PROXIES cannot be used: it must list addresses or networks.',
    )
  })
})

it('refuses two secrets with one pepper name', () => {
  expect(() => readConfig({ GIFTPOINT_PEPPER: 'a:b,a:c' })).toThrow(
    'The environment variable GIFTPOINT_PEPPER cannot be used: it contains a pepper twice.',
  )
  expect(readConfig({ GIFTPOINT_PEPPER: 'a:b,c:b' }).GIFTPOINT_PEPPER).toBe('a:b,c:b')
})

describe('a live shop', () => {
  it.each([
    ['MAIL_FROM', 'The Shop', 'MAIL_FROM contains no address'],
    ['MAIL_FROM', 'Shop <shop>', 'MAIL_FROM contains no address'],
    ['PUBLIC_URL', 'https://shop.example/gifts', 'more than an origin'],
    ['PUBLIC_URL', 'https://shop.example?x=1', 'more than an origin'],
    ['PUBLIC_URL', 'https://localhost:3000', 'only this machine'],
    ['PUBLIC_URL', 'https://127.0.0.1', 'only this machine'],
    ['PUBLIC_URL', 'https://[::1]', 'only this machine'],
    ['GIFTPOINT_DEMO', 'true', 'GIFTPOINT_DEMO is true'],
  ])('refuses %s with the value %s', (name, value, problem) => {
    const validSettings = {
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'Shop <shop@example.com>',
      PUBLIC_URL: 'https://shop.example/',
      GIFTPOINT_DEMO: 'false',
    }
    expect(liveModeProblems(readConfig(validSettings)).join()).not.toMatch(
      /MAIL_FROM|PUBLIC_URL|DEMO/,
    )
    expect(liveModeProblems(readConfig({ ...validSettings, [name]: value })).join()).toContain(
      problem,
    )
  })

  it('needs a sender for mails (A9)', () => {
    const problemsOf = (mail: Record<string, string>) => liveModeProblems(readConfig(mail)).join()
    const SMTP_URL = 'smtp://127.0.0.1'
    expect(problemsOf({ SMTP_URL })).toContain('no sender is set for emails (set MAIL_FROM)')
    expect(problemsOf({ SMTP_URL, MAIL_FROM: 'a@shop.nl' })).not.toContain('mail')
  })

  it('refuses an invalid cut-off time of the warehouse (at home before)', () => {
    expect(readConfig({}).WAREHOUSE_CUT_OFF).toBe('17:00')
    expect(() => readConfig({ WAREHOUSE_CUT_OFF: '25:00' })).toThrow('WAREHOUSE_CUT_OFF')
  })

  it.each(['MOLLIE_URL', 'MONTA_URL', 'POSTCODE_URL'])(
    'sends no key to %s over an unencrypted connection (B40)',
    (name) => {
      const problem = `${name} is not an https address`
      const accounts = {
        MOLLIE_API_KEY: 'live_k',
        MONTA_USER: 'u',
        MONTA_PASSWORD: 'p',
        POSTCODE_KEY: 'k',
        POSTCODE_SECRET: 's',
      }
      const problemsOf = (url: string) => liveModeProblems(readConfig({ ...accounts, [name]: url }))
      expect(problemsOf('http://api.example')).toContain(problem)
      expect(problemsOf('https://api.example')).not.toContain(problem)
      expect(liveModeProblems(readConfig({}))).not.toContain(problem)
    },
  )
})

describe('the trust mark in the footer', () => {
  it('appears in the demo world, and in another shop only if it is configured (SAFE-18, B7)', () => {
    const nl = 'https://trust.example'
    expect(guaranteeUrls(readConfig({}))).toHaveProperty('nl')
    expect(guaranteeUrls(readConfig({ GIFTPOINT_DEMO: 'false' }))).toEqual({})
    expect(guaranteeUrls(readConfig({ GIFTPOINT_LIVE: 'true' }))).toEqual({})
    expect(guaranteeUrls(readConfig({ GIFTPOINT_LIVE: 'true', GUARANTEE_URL_NL: nl }))).toEqual({
      nl,
    })
    expect(guaranteeUrls(readConfig({ GUARANTEE_URL_NL: nl }))).toEqual({ nl })
  })
})
