import { nl, portal, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { BACKOFFICE_TEXTS, submitSignIn } from '#e2e/support/backoffice-steps.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { EMPLOYER_PASSWORD, employerClient } from '#server/testing/clients/employer-client.ts'

type Asked = { options: Record<string, unknown>; state: string }
type Result = { status: number; body: Record<string, unknown> }

test('a passkey replaces password and app, counts once, and only after the user showed who they are, also in the employer portal (DESK-1)', async ({
  wide,
  shop,
}) => {
  const { page, context, go, expectConsoleError } = wide
  expectConsoleError('401')
  expectConsoleError('409')
  const guest = await staffClient(shop, 'service')
  // A browser gives a key to a host with a name.
  await go('/backoffice/account', 'localhost')
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const ask = (method: string, path: string, input?: unknown) =>
    page.evaluate(
      async ({ method, path, input }): Promise<Result> => {
        const response = await fetch(`/backoffice/api/${path}`, {
          method,
          headers: {
            'x-backoffice': '1',
            ...(input ? { 'content-type': 'application/json' } : {}),
          },
          ...(input ? { body: JSON.stringify(input) } : {}),
        })
        return { status: response.status, body: (await response.json()) as Result['body'] }
      },
      { method, path, input },
    )
  /** The response of this browser's passkey to the challenge. */
  const shown = ({ options }: Asked, way: 'create' | 'get') =>
    page.evaluate(
      async ({ options, way }) => {
        const publicKey =
          way === 'create'
            ? PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
            : PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
        const credential =
          way === 'create'
            ? await navigator.credentials.create({ publicKey: publicKey as never })
            : await navigator.credentials.get({ publicKey })
        return (credential as PublicKeyCredential).toJSON()
      },
      { options, way },
    )
  const asked = async (path: string) => (await ask('GET', path)).body as Asked

  const { email } = guest
  await submitSignIn(wide, 'nl', guest)
  const keys = page.getByRole('region', { name: 'Passkeys' })
  await keys.getByLabel(nl('passkeyName')).fill('Telefoon')
  await keys.getByRole('button', { name: nl('addPasskey') }).click()
  await expectVisible(keys.getByText('Telefoon'))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: BACKOFFICE_TEXTS.nl.signOut }).click()
  await page.getByRole('button', { name: nl('byPasskey') }).click()
  await expectVisible(page.getByRole('button', { name: BACKOFFICE_TEXTS.nl.signOut }))
  await go('/backoffice/account', 'localhost')
  await page.getByRole('button', { name: nl('removePasskey', { name: 'Telefoon' }) }).click()
  await expectVisible(page.getByText(nl('passkeyRemoved')))

  const toAdd = await asked('factors/passkeys')
  const made = await shown(toAdd, 'create')
  const added = { name: 'Sleutelbos', state: toAdd.state, credential: made }
  const add = (more: object) => ask('POST', 'factors/passkeys', { ...added, ...more })
  const foreign = await asked('session/passkey')
  expect((await add({ state: foreign.state })).body).toMatchObject({
    error: { code: 'wrong-passkey' },
  })
  expect((await add({})).status).toBe(200)
  expect((await add({})).body).toMatchObject({ error: { code: 'wrong-passkey' } })
  const { passkeys } = (await ask('GET', 'factors')).body as { passkeys: { id: string }[] }
  expect(passkeys).toMatchObject([{ name: 'Sleutelbos', used_at: null }])
  expect((await ask('DELETE', 'session')).status).toBe(200)

  // Eight with the same answer: one is in.
  const forSignIn = await asked('session/passkey')
  const credential = await shown(forSignIn, 'get')
  const signIn = (state: string, credential: unknown) =>
    ask('POST', 'session/passkey', { state, credential })
  const eight = await Promise.all(
    Array.from({ length: 8 }, () => signIn(forSignIn.state, credential)),
  )
  expect(eight.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)])
  expect(eight.find(({ status }) => status === 200)?.body).toMatchObject({ staff: { email } })
  expect((await signIn(forSignIn.state, credential)).body).toMatchObject({
    error: { code: 'wrong-sign-in' },
  })
  // Made for the adding of one, or too long ago.
  const other = await asked('factors/passkeys')
  expect((await signIn(other.state, credential)).status).toBe(401)
  const late = await asked('session/passkey')
  const lateAnswer = await shown(late, 'get')
  shop.clock.advance(5 * 60_000)
  expect((await signIn(late.state, lateAnswer)).status).toBe(401)

  // A passkey without user verification does not sign in.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const unopened = await asked('session/passkey')
  unopened.options['userVerification'] = 'discouraged'
  const unopenedAnswer = await shown(unopened, 'get')
  expect((await signIn(unopened.state, unopenedAnswer)).status).toBe(401)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })

  // What was the only way in stays until there is another.
  await shop.sql`update staff set password_hash = null where id = ${guest.staffId}`
  const [only] = passkeys
  expect((await ask('DELETE', `factors/passkeys/${only?.id}`)).body).toMatchObject({
    error: { code: 'last-way-in' },
  })
  await shop.sql`update staff set left_at = now() where id = ${guest.staffId}`
  const left = await asked('session/passkey')
  expect((await signIn(left.state, await shown(left, 'get'))).status).toBe(401)

  // The employer portal has its own passkeys and accepts none of the back office.
  const [employer] = await shop.sql<{ id: string }[]>`
      insert into employer (name, added_at) values ('Noordzee', now()) returning id::text`
  const hr = await employerClient(shop, employer?.id ?? '')
  await go('/employer/account', 'localhost')
  const byKey = page.getByRole('button', { name: nl('byPasskey') })
  await byKey.click()
  await expectVisible(page.getByText(nl('passkeyUnknown')))
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
  await page.getByLabel(nl('mail')).fill(hr.email)
  await page.getByLabel(nl('password')).fill(EMPLOYER_PASSWORD)
  await page.getByRole('button', { name: nl('signIn'), exact: true }).click()
  const own = page.getByRole('form', { name: portal.nl('keys') })
  await own.getByLabel(portal.nl('keyName')).fill('Laptop')
  await own.getByLabel(portal.nl('password')).fill('not this one, sorry')
  await own.getByRole('button', { name: portal.nl('addKey') }).click()
  await expectVisible(own.getByText(portal.nl('wrong.wrong-password')))
  await own.getByLabel(portal.nl('password')).fill(EMPLOYER_PASSWORD)
  await own.getByRole('button', { name: portal.nl('addKey') }).click()
  await expectVisible(own.getByRole('button', { name: portal.nl('removeKey', { name: 'Laptop' }) }))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: portal.nl('signOut') }).click()
  await byKey.click()
  await expectVisible(page.getByRole('button', { name: portal.nl('signOut') }))
  await go('/employer/account', 'localhost')
  await expectVisible(own.getByText(withAnyValue(portal.nl('keyUsedOn'))))
  // Neither a name of blanks, nor without the password, nor a second one of this device.
  await own.getByLabel(portal.nl('password')).fill(EMPLOYER_PASSWORD)
  await own.getByLabel(portal.nl('keyName')).fill('  ')
  await own.getByRole('button', { name: portal.nl('addKey') }).click()
  const invalid = (label: string) => own.getByLabel(label).getAttribute('aria-invalid')
  await expect.poll(() => invalid(portal.nl('keyName'))).toBe('true')
  await own.getByLabel(portal.nl('keyName')).fill('Nog een')
  await own.getByRole('button', { name: portal.nl('addKey') }).click()
  await expectVisible(own.getByText(nl('passkeyKnown')))
  await own.getByLabel(portal.nl('password')).fill('')
  await own.getByRole('button', { name: portal.nl('removeKey', { name: 'Laptop' }) }).click()
  await expect.poll(() => invalid(portal.nl('password'))).toBe('true')
  await expectVisible(own.getByText(portal.nl('keyPasswordFirst')))
  await own.getByLabel(portal.nl('password')).fill(EMPLOYER_PASSWORD)
  await own.getByRole('button', { name: portal.nl('removeKey', { name: 'Laptop' }) }).click()
  await expectVisible(page.getByText(portal.nl('keyRemoved')))
  // The next attempt clears the message of the previous one.
  await own.getByLabel(portal.nl('password')).fill('not this one, sorry')
  await own.getByLabel(portal.nl('keyName')).fill('Nog een')
  await own.getByRole('button', { name: portal.nl('addKey') }).click()
  await expectVisible(own.getByText(portal.nl('wrong.wrong-password')))
  await expectHidden(page.getByText(portal.nl('keyRemoved')))
  await page.getByRole('button', { name: portal.nl('signOut') }).click()
  await byKey.click()
  await expectVisible(page.getByText(nl('passkeyUnknown')))

  // Both accounts received a mail for each passkey added and removed.
  const told = await shop.sql<{ whose: string; kind: string }[]>`
      select case when staff_id is null then 'employer' else 'staff' end as whose, kind from account_notice order by id`
  expect(told.map(({ whose, kind }) => `${whose} ${kind}`)).toEqual([
    'staff passkey-added',
    'staff passkey-removed',
    'staff passkey-added',
    'employer passkey-added',
    'employer passkey-removed',
  ])

  // A return from an unknown identity provider shows an error and a link to sign in again.
  expectConsoleError('404')
  await go('/backoffice/openid?code=made-up', 'localhost')
  await expectVisible(page.getByText(nl('companyRefused')))
  await expectVisible(page.getByRole('link', { name: nl('signIn') }))
})
