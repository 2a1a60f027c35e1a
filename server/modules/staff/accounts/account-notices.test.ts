import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { notifyAccount, notifyOwners } from '#server/modules/staff/accounts/account-notices.ts'
import { staffClient, STAFF_PASSWORD } from '#server/testing/clients/staff-client.ts'
import { employerClient } from '#server/testing/clients/employer-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
beforeEach(() => {
  mailer.sent = []
})

const sentMails = async () => {
  await shop.shop.jobs.drain()
  return mailer.sent.map(({ to, subject }) => [to, subject]).toSorted()
}

it('mails only the colleague whose password has changed, in their own language (SAFE-8, S9)', async () => {
  const editor = await staffClient(shop, 'editor')
  await staffClient(shop, 'editor')
  await shop.sql`update staff set language = 'de' where id = ${editor.staffId}`
  await editor.signIn()
  const change = (password: string, new_password: string) =>
    editor.request('PUT', '/backoffice/api/password', { password, new_password })
  expect((await change('not this one, sorry', 'violet kettle rowing 41')).status).not.toBe(200)
  expect(await sentMails()).toEqual([])
  expect((await change(STAFF_PASSWORD, 'violet kettle rowing 41')).status).toBe(200)
  expect(await sentMails()).toEqual([[editor.email, 'Passwort geändert']])
  const [mail] = mailer.sent
  expect(mail?.text).toContain('Guten Tag The editor')
  expect(mail?.text).toContain('/backoffice/account')
  expect(mail?.text).not.toMatch(/\{\w+\}|undefined/)
})

it('mails all owners who have access, and sends nothing for a change that is rolled back (SAFE-5, SAFE-8)', async () => {
  const owners = [await staffClient(shop), await staffClient(shop), await staffClient(shop)]
  const [left, english] = [owners[0], owners[1]]
  await shop.sql`update staff set left_at = now() where id = ${left?.staffId ?? 0}`
  await shop.sql`update staff set language = 'en' where id = ${english?.staffId ?? 0}`
  const notice = { kind: 'owner-reset', details: { name: 'Robin', by: 'Sam' } } as const
  const rollback = shop.sql.begin(async (sql) => {
    await notifyOwners(shop.shop, sql, notice)
    throw new Error('changed my mind')
  })
  await expect(rollback).rejects.toThrow('changed my mind')
  expect(await sentMails()).toEqual([])
  await shop.sql.begin((sql) => notifyOwners(shop.shop, sql, notice))
  const addresses = await shop.sql<{ email: string }[]>`
    select email from staff where role = 'owner' and left_at is null`
  const mails = await sentMails()
  expect(mails.map(([to]) => to)).toEqual(addresses.map(({ email }) => email).toSorted())
  expect(mails).toContainEqual([english?.email, 'Access of owner Robin reset'])
  expect(mails).not.toContainEqual([left?.email, expect.anything()])
})

it('mails an employer user about their account with a link to the employer portal (SAFE-8, S9)', async () => {
  const [row] = await shop.sql<{ id: string }[]>`
    insert into employer (name, added_at) values ('Zeewind', now()) returning id::text`
  const user = await employerClient(shop, row?.id ?? '')
  await shop.sql.begin((sql) =>
    notifyAccount(
      shop.shop,
      sql,
      { employerUserId: user.userId },
      { kind: 'passkey-added', details: { name: 'Laptop' } },
    ),
  )
  expect(await sentMails()).toEqual([[user.email, 'Passkey toegevoegd']])
  expect(mailer.sent[0]?.text).toContain('De passkey ‘Laptop’ is aan je account toegevoegd.')
  expect(mailer.sent[0]?.text).toContain('/employer/account')
})
