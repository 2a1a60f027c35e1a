import { expect, it } from 'vitest'

import { readDeliveryReport } from '#domain/mail/delivery-report.ts'

const ID = '6f1f6b0e-7c1c-4c0e-9a6b-5b1d2f3a4c5d'

const report = ({
  action = 'failed',
  type = 'multipart/report; report-type=delivery-status;\r\n boundary="b1"',
  status = `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; anna@example.com\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 <anna@example.com>:\r\n user unknown`,
  encoding = '',
  returned = `Content-Type: text/rfc822-headers\r\n\r\nSubject: hello\r\nMessage-ID: <${ID}@shop.example>\r\n`,
}: Partial<Record<'action' | 'type' | 'status' | 'encoding' | 'returned', string>> = {}) =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'Auto-Submitted: auto-replied',
    `Content-Type: ${type}`,
    '',
    'This is a report.',
    '--b1',
    'Content-Type: text/plain',
    '',
    'Sorry: Action: failed',
    '--b1',
    'Content-Type: message/delivery-status',
    ...(encoding === '' ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
    '',
    status,
    '--b1',
    returned,
    '--b1--',
    '',
  ].join('\r\n')

const SAID = '5.1.1 550 5.1.1 <anna@example.com>: user unknown'

it('returns the bounced mail and the error of the mail server (DESK-33)', () => {
  expect(readDeliveryReport(report())).toEqual([{ about: ID, action: 'failed', errorText: SAID }])
  const base64 = Buffer.from(
    'Reporting-MTA: dns; x\r\nOriginal-Envelope-Id: env-1\r\n\r\nAction: delayed\r\nStatus: 4.4.1\r\n\r\nAction: failed\r\nStatus: 5.2.2\r\n',
  ).toString('base64')
  expect(readDeliveryReport(report({ status: base64, encoding: 'base64', returned: '' }))).toEqual([
    { about: 'env-1', action: 'delayed', errorText: '4.4.1' },
    { about: 'env-1', action: 'failed', errorText: '5.2.2' },
  ])
  expect(
    readDeliveryReport(
      report({
        status: 'Reporting-MTA: dns; x=\r\ny\r\n\r\nAction:=20Failed',
        encoding: 'quoted-printable',
      }),
    ),
  ).toEqual([{ about: ID, action: 'failed', errorText: '' }])
})

it.each([
  [
    'an answer from a holiday',
    'Auto-Submitted: auto-replied\r\nSubject: Out of office\r\n\r\nAction: failed',
  ],
  [
    'that it was read',
    report({ type: 'multipart/report; report-type=disposition-notification; boundary=b1' }),
  ],
  ['something in pieces', report({ type: 'multipart/mixed; boundary="b1"' })],
  ['no boundary', report({ type: 'multipart/report; report-type=delivery-status' })],
  ['nothing', ''],
])('returns null for %s', (_what, raw) => {
  expect(readDeliveryReport(raw)).toBeNull()
})

it.each([
  ['blanks in quoted-printable', 'quoted-printable', `${' '.repeat(200_000)}x`],
  ['= in base64', 'base64', `${'='.repeat(200_000)}x`],
  ['blanks at the end of lines', 'quoted-printable', `${' '.repeat(100_000)}=\r\n`.repeat(2)],
])('reads a report of %s in one pass (SAFE-3, S2)', (_, encoding, status) => {
  const before = process.cpuUsage()
  expect(readDeliveryReport(report({ status, encoding }))).not.toBeNull()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2000)
})

it('joins the lines of quoted-printable and drops the spaces before the = (SAFE-3, S2)', () => {
  const status = 'Reporting-MTA: dns; x\r\n\r\nAction: fai \t=\r\nled\r\nStatus: 5.1.1='
  expect(readDeliveryReport(report({ status, encoding: 'quoted-printable' }))).toEqual([
    { about: ID, action: 'failed', errorText: '5.1.1=' },
  ])
})
