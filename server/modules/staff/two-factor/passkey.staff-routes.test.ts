import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

type Asked = { options: { user: { id: string } } }

it('gives each colleague a random passkey handle that stays the same when the pepper changes (DESK-1)', async () => {
  const owner = await staffClient(shop)
  const other = await staffClient(shop)
  const handleOf = async (at: TestShop, guest = owner) => {
    const response = await fetch(`${at.url}/backoffice/api/factors/passkeys`, {
      headers: { cookie: guest.cookie() },
    })
    return (await jsonOf<Asked>(response)).options.user.id
  }
  await owner.signIn()
  await other.signIn()
  const handle = await handleOf(shop)
  expect(Buffer.from(handle, 'base64url')).toHaveLength(16)
  expect(await handleOf(shop, other)).not.toBe(handle)
  const { GIFTPOINT_PEPPER } = shop.config
  const later = await testShop({
    database: shop.database,
    environment: { GIFTPOINT_PEPPER: `rotated:another secret of the house,${GIFTPOINT_PEPPER}` },
  })
  try {
    expect(await handleOf(later)).toBe(handle)
  } finally {
    await later.stop()
  }
})

/** A software key with a controllable counter. */
function softwareKey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const part = (text: string) => Buffer.from(text, 'base64url')
  const id = randomBytes(16)
  return {
    id,
    /** In COSE format: an EC2 key of ES256 on P-256. */
    publicKey: Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      part(x),
      Buffer.from('225820', 'hex'),
      part(y),
    ]),
    shows(challenge: string, counter: number) {
      const client = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
      )
      const count = Buffer.alloc(4)
      count.writeUInt32BE(counter)
      const host = createHash('sha256').update(new URL(origin).hostname).digest()
      // The flags for user present and user verified.
      const authenticator = Buffer.concat([host, Buffer.from([0x05]), count])
      const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticator.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

it('refuses a passkey whose counter decreases or does not change, because it may be a copy (DESK-1)', async () => {
  const owner = await staffClient(shop)
  const key = softwareKey(new URL(shop.url).origin)
  await shop.sql`
    insert into staff_mfa_method (staff_id, kind, name, secret, credential_id, counter, transports, confirmed_at, added_at)
    values (${owner.staffId}, 'passkey', 'Key', ${key.publicKey}, ${key.id}, 7, '{}', now(), now())`
  const headers = { 'x-backoffice': '1', 'content-type': 'application/json' }
  const comesWith = async (counter: number) => {
    const asked = await jsonOf<{ state: string; options: { challenge: string } }>(
      await fetch(`${shop.url}/backoffice/api/session/passkey`, { headers }),
    )
    const credential = key.shows(asked.options.challenge, counter)
    const answer = await fetch(`${shop.url}/backoffice/api/session/passkey`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ state: asked.state, credential }),
    })
    return answer.status
  }
  expect(await comesWith(8)).toBe(200)
  for (const back of [8, 7, 0]) expect(await comesWith(back), String(back)).toBe(401)
  expect(await comesWith(9)).toBe(200)
})
