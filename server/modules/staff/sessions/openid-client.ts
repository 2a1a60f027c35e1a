import type { Configuration } from 'openid-client'

import type { Config } from '#server/platform/config/config.ts'

/** Imported on demand: few shops use it, and it slows the start. */
const openIdClient = () => import('openid-client')

const PATIENCE_SECONDS = 10

/** The redirect URL, and the values to remember until the user returns. */
export type AuthorizationRequest = { url: string; verifier: string; state: string; nonce: string }
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  /** When the identity provider asked for credentials; null if it does not report that. */
  authenticatedAt: Date | null
}

/** 'weak': none of the required methods was used. 'refused': the response proves nothing. */
export type Shown = Identity | 'weak' | 'refused' | 'unavailable'

export type OpenId = {
  name: string
  /** `again`: the provider asks for the credentials, even of a user it has already signed in. */
  wayOut(returnTo: string, how: { again: boolean }): Promise<AuthorizationRequest | 'unavailable'>
  whoCameBack(address: URL, out: Omit<AuthorizationRequest, 'url'>): Promise<Shown>
}

/** The company's own sign-in, by configuration; null where there is none. */
export function openIdOf({
  STAFF_OPENID_ISSUER: issuer,
  STAFF_OPENID_CLIENT: id,
  STAFF_OPENID_SECRET: secret,
  STAFF_OPENID_NAME: name,
  STAFF_OPENID_ACR,
  STAFF_OPENID_AMR,
}: Config): OpenId | null {
  if (!issuer || !id || !secret) return null
  const required = { acr: listed(STAFF_OPENID_ACR), amr: listed(STAFF_OPENID_AMR) }
  let asked: Promise<Configuration> | undefined

  /** The provider's metadata, fetched once; after a failure the next call tries again. */
  async function provider(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await openIdClient()
    asked ??= discovery(new URL(issuer ?? ''), id ?? '', secret, undefined, {
      timeout: PATIENCE_SECONDS,
      execute: issuer?.startsWith('http://') ? [allowInsecureRequests] : [],
    })
    asked.catch(() => (asked = undefined))
    return asked
  }

  return {
    name,
    wayOut: (returnTo, { again }) =>
      authorizationRequest(provider, returnTo, { again, acr: required.acr }),
    whoCameBack: (address, out) => identityFrom(provider, address, out, required),
  }
}

type Provider = () => Promise<Configuration>
type RequiredStrength = Record<'acr' | 'amr', string[]>

async function authorizationRequest(
  provider: Provider,
  returnTo: string,
  { again, acr }: { again: boolean; acr: readonly string[] },
) {
  const client = await openIdClient()
  const found = await provider().catch(() => 'unavailable' as const)
  if (found === 'unavailable') return found
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(found, {
    redirect_uri: returnTo,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(acr.length > 0 ? { acr_values: acr.join(' ') } : {}),
    // With max_age the response must contain auth_time.
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  })
  return { url: url.href, verifier, state, nonce }
}

async function identityFrom(
  provider: Provider,
  address: URL,
  { verifier, state, nonce }: Omit<AuthorizationRequest, 'url'>,
  required: RequiredStrength,
): Promise<Shown> {
  const client = await openIdClient()
  try {
    const found = await provider()
    const tokens = await client.authorizationCodeGrant(found, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) return 'refused'
    if (!isStrong(claims, required)) return 'weak'
    // Many providers return the address only from the user info endpoint.
    const { email, email_verified } =
      typeof claims['email'] === 'string'
        ? claims
        : await client.fetchUserInfo(found, tokens.access_token, claims.sub)
    return {
      issuer: claims.iss,
      subject: claims.sub,
      // An unverified address may belong to someone else.
      authenticatedAt:
        typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
      email: typeof email === 'string' && email_verified === true ? email.toLowerCase() : null,
    }
  } catch (error) {
    return isSilence(error) ? 'unavailable' : 'refused'
  }
}

const listed = (setting = '') =>
  setting
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** Whether the claims name an accepted strength and an accepted method, where the shop requires them. */
function isStrong(claims: Readonly<Record<string, unknown>>, required: RequiredStrength) {
  const used = { acr: [claims['acr']], amr: [claims['amr']].flat() }
  return (['acr', 'amr'] as const).every(
    (claim) =>
      required[claim].length === 0 || required[claim].some((value) => used[claim].includes(value)),
  )
}

/** The provider is asked for a second factor only if the shop requires it. */
export const companyProvesFactor = ({ STAFF_OPENID_ACR, STAFF_OPENID_AMR }: Config): boolean =>
  listed(STAFF_OPENID_ACR).length + listed(STAFF_OPENID_AMR).length > 0

/** No response in time; every other error is a response. */
const isSilence = (error: unknown) =>
  error instanceof TypeError
    ? error.message === 'fetch failed'
    : (error as { code?: unknown } | null)?.code === 'OAUTH_TIMEOUT'
