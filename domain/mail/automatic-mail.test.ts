import { expect, it } from 'vitest'

import { isAutomatic } from '#domain/mail/automatic-mail.ts'

const judged = (heads: Record<string, string | undefined>) =>
  isAutomatic((name) => heads[name] ?? '')

it.each([
  { 'auto-submitted': 'auto-replied; owner-email="a@b.example"' },
  { 'auto-submitted': 'auto-generated' },
  { precedence: 'auto_reply' },
  { precedence: 'Bulk' },
  { 'return-path': '<>' },
  { 'content-type': 'multipart/report; report-type=disposition-notification' },
  { from: 'Mail Delivery <MAILER-DAEMON@mx.example>' },
  { from: 'no-reply@shop.example' },
  { 'list-id': '<news.shop.example>' },
  { 'x-autoreply': 'yes' },
])('recognises an automatic mail by %j (DESK-37)', (heads) => {
  expect(judged(heads)).toBe(true)
})

it.each([
  {},
  { 'auto-submitted': 'no' },
  { precedence: 'first-class' },
  { from: 'Noreen Reply <noreen.reply@example.com>', subject: 'Out of office chair broken' },
  { 'return-path': '<anna@example.com>' },
])('treats %j as a mail of a person (DESK-37)', (heads) => {
  expect(judged(heads)).toBe(false)
})
