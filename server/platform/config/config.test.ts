import { describe, expect, it } from 'vitest'

import {
  accountsOf,
  chatOrigin,
  guaranteeUrls,
  liveModeProblems,
  readConfig,
} from '#server/platform/config/config.ts'

describe('a chat service from outside', () => {
  const chat = { CHAT: 'chatwoot', CHAT_ORIGIN: 'https://chat.example', CHAT_ID: 'one' }

  it('opens the pages to its origin and to no other (FRAME-8)', () => {
    expect(chatOrigin(readConfig(chat))).toBe('https://chat.example')
    expect(chatOrigin(readConfig({ ...chat, CHAT: 'own' }))).toBeNull()
  })

  it.each(['https://chat.example/widget', 'https://chat.example; script-src *', 'chat.example'])(
    'is refused at %s, which is no origin',
    (CHAT_ORIGIN) => {
      expect(() => readConfig({ ...chat, CHAT_ORIGIN })).toThrow(/CHAT_ORIGIN/)
    },
  )

  it('needs to be told where it is and who asks', () => {
    expect(() => readConfig({ CHAT: 'crisp' })).toThrow(/set CHAT_ORIGIN and CHAT_ID too/)
  })
})

describe('half an account with an outside service', () => {
  it.each<[Record<string, string>, string, string]>([
    [{ MONTA_USER: 'u' }, 'MONTA_USER', 'MONTA_PASSWORD'],
    [{ MONTA_PASSWORD: 'p' }, 'MONTA_PASSWORD', 'MONTA_USER'],
    [{ MONTA_USER: 'u', MONTA_PASSWORD: '' }, 'MONTA_USER', 'MONTA_PASSWORD'],
    [{ POSTCODE_KEY: 'k' }, 'POSTCODE_KEY', 'POSTCODE_SECRET'],
    [{ POSTCODE_SECRET: 's' }, 'POSTCODE_SECRET', 'POSTCODE_KEY'],
    [{ CHAT_ID: 'one' }, 'CHAT_ID', 'CHAT=chatwoot or CHAT=crisp'],
    [{ CHAT_ORIGIN: 'https://chat.example' }, 'CHAT_ORIGIN', 'CHAT=chatwoot'],
  ])('is refused in every mode: %j (A9)', (half, set, missing) => {
    for (const GIFTPOINT_LIVE of ['false', 'true']) {
      expect(() => readConfig({ ...half, GIFTPOINT_LIVE })).toThrow(
        `${set} is set without ${missing}`,
      )
    }
  })

  it('is never taken for a whole one, neither by the chosen ports nor by the check of a live start (A9)', () => {
    for (const half of [{ MONTA_USER: 'u' }, { POSTCODE_KEY: 'k' }]) {
      const config = { ...readConfig({}), ...half }
      expect(accountsOf(config)).toMatchObject({ delivery: null, addresses: null })
    }
  })
})

describe('trusted proxies', () => {
  it.each(['10.0.0.1', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8'])('are taken as %s', (list) => {
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
  ])('are refused in one sentence as %s (B30)', (list) => {
    expect(() => readConfig({ TRUSTED_PROXIES: list })).toThrow(
      'The environment variable TRUSTED_PROXIES cannot be used: it must list addresses or networks.',
    )
  })
})

it('refuses one pepper by two secrets', () => {
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
  ])('refuses %s as %s', (name, value, sentence) => {
    const right = {
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'Shop <shop@example.com>',
      PUBLIC_URL: 'https://shop.example/',
      GIFTPOINT_DEMO: 'false',
    }
    expect(liveModeProblems(readConfig(right)).join()).not.toMatch(/MAIL_FROM|PUBLIC_URL|DEMO/)
    expect(liveModeProblems(readConfig({ ...right, [name]: value })).join()).toContain(sentence)
  })

  it('sends no mail in the name of nobody (A9)', () => {
    const of = (mail: Record<string, string>) => liveModeProblems(readConfig(mail)).join()
    const SMTP_URL = 'smtp://127.0.0.1'
    expect(of({ SMTP_URL })).toContain('no sender is set for emails (set MAIL_FROM)')
    expect(of({ SMTP_URL, MAIL_FROM: 'a@shop.nl' })).not.toContain('mail')
  })

  it('refuses a time of the warehouse that no clock shows (at home before)', () => {
    expect(readConfig({}).WAREHOUSE_CUT_OFF).toBe('17:00')
    expect(() => readConfig({ WAREHOUSE_CUT_OFF: '25:00' })).toThrow('WAREHOUSE_CUT_OFF')
  })

  it.each(['MOLLIE_URL', 'MONTA_URL', 'POSTCODE_URL'])(
    'sends no key to %s over an unencrypted connection (B40)',
    (name) => {
      const said = `${name} is not an https address`
      const accounts = {
        MOLLIE_API_KEY: 'live_k',
        MONTA_USER: 'u',
        MONTA_PASSWORD: 'p',
        POSTCODE_KEY: 'k',
        POSTCODE_SECRET: 's',
      }
      const of = (url: string) => liveModeProblems(readConfig({ ...accounts, [name]: url }))
      expect(of('http://api.example')).toContain(said)
      expect(of('https://api.example')).not.toContain(said)
      expect(liveModeProblems(readConfig({}))).not.toContain(said)
    },
  )
})

describe('the trade association of the footer', () => {
  it('is named by the demo world, and by a shop of one’s own only once it is configured (SAFE-18, B7)', () => {
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
