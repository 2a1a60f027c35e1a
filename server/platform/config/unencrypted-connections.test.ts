import { expect, it } from 'vitest'

import { liveModeProblems, readConfig } from '#server/platform/config/config.ts'

const problemsOf = (environment: Record<string, string>) =>
  liveModeProblems(readConfig(environment)).join('\n')

it.each([
  'postgres://shop:x@db.example/shop',
  'postgres://shop:x@db.example/shop?sslmode=disable',
  'postgres://shop:x@db.example/shop?sslmode=prefer',
  'postgres://shop:x@localhost,db.example/shop',
  'postgres://shop:x@localhost.example/shop',
  'postgres://127.0.0.1:x@db.example/shop',
])('a live shop refuses the database %s without TLS (SAFE-13, S17)', (url) => {
  const sentence = 'connects without TLS (add sslmode=verify-full'
  expect(problemsOf({ DATABASE_URL: url })).toContain(`DATABASE_URL ${sentence}`)
  const pooled = { DATABASE_URL: 'postgres://localhost/shop', DATABASE_DIRECT_URL: url }
  expect(problemsOf(pooled)).toContain(`DATABASE_DIRECT_URL ${sentence}`)
})

it.each([
  'postgres://shop:x@db.example/shop?sslmode=require',
  'postgres://shop:x@db.example,db2.example/shop?target_session_attrs=primary&sslmode=verify-full',
  'postgres://shop:x@db.example/shop?ssl=true',
  'postgres://shop:x@localhost:5432/shop',
  'postgres://shop:x@127.0.0.1,localhost/shop',
  'postgres://shop:x@[::1]:5432/shop',
  'postgres://shop:x@%2Frun%2Fpostgresql/shop',
])('a live shop accepts the database %s (SAFE-13, S17)', (DATABASE_URL) => {
  expect(problemsOf({ DATABASE_URL })).not.toContain('DATABASE')
})

it.each([
  'smtp://mail.example',
  'smtp://shop:x@mail.example:587?ignoreTLS=true',
  'smtps://mail.example?tls.rejectUnauthorized=false',
])('a live shop refuses the mail server %s (SAFE-13, S17)', (SMTP_URL) => {
  expect(problemsOf({ SMTP_URL })).toContain('SMTP_URL sends emails without TLS (use smtps://')
})

it.each(['smtps://shop:x@mail.example', 'smtp://mail.example:587?requireTLS=true', 'smtp://[::1]'])(
  'a live shop accepts the mail server %s (SAFE-13, S17)',
  (SMTP_URL) => {
    expect(problemsOf({ SMTP_URL })).not.toContain('SMTP_URL')
  },
)

it('a live shop with an https address needs TRUSTED_PROXIES, because a proxy ends TLS (SAFE-13, S17)', () => {
  const PUBLIC_URL = 'https://shop.example'
  expect(problemsOf({ PUBLIC_URL })).toContain('TRUSTED_PROXIES is missing')
  expect(problemsOf({ PUBLIC_URL, TRUSTED_PROXIES: 'loopback' })).not.toContain('TRUSTED_PROXIES')
})

it.each(['METRICS_TOKEN', 'MAIL_BOUNCE_TOKEN', 'MAIL_INBOUND_TOKEN'])(
  'a live shop refuses a %s that can be guessed (SAFE-13, S17)',
  (name) => {
    const sentence = `${name} can be guessed (set 16 random characters or more`
    for (const weak of ['aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', 'secretsecretsecret'])
      expect(problemsOf({ [name]: weak })).toContain(sentence)
    expect(problemsOf({ [name]: 'c41d9e07b3f85a26' })).not.toContain(name)
  },
)

it('a token issued by Mollie is not checked (SAFE-13)', () => {
  expect(problemsOf({ MOLLIE_ACCESS_TOKEN: 'access_1' })).not.toContain('MOLLIE_ACCESS_TOKEN')
})
