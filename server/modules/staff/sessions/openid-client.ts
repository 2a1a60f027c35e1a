import type { Configuration } from 'openid-client'

import type { Config } from '#server/platform/config/config.ts'

/** Imported on demand: few shops use it, and it slows the start. */
const openIdClient = () => import('openid-client')

const TIMEOUT_SECONDS = 10

/** The redirect URL, and the values to remember until the user returns. */
export type AuthorizationRequest = { url: string; verifier: string; state: string; nonce: string }
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  /** When the identity provider asked for credentials; null if it does not report that. */
  authenticatedAt: Date | null
}

/** 'weak': the user signed in without a required method. 'refused': the response is invalid. */
export type ProviderResult = Identity | 'weak' | 'refused' | 'unavailable'

export type OpenId = {
  name: string
  /** `again`: the provider asks for the credentials even if the user is already signed in there. */
  startSignIn(
    returnTo: string,
    options: { again: boolean },
  ): Promise<AuthorizationRequest | 'unavailable'>
  verifyResponse(
    returnUrl: URL,
    pending: Omit<AuthorizationRequest, 'url'>,
  ): Promise<ProviderResult>
}

/** The company's own sign-in; null if none is configured. */
export function createOpenId({
  STAFF_OPENID_ISSUER: issuer,
  STAFF_OPENID_CLIENT: id,
  STAFF_OPENID_SECRET: secret,
  STAFF_OPENID_NAME: name,
  STAFF_OPENID_ACR,
  STAFF_OPENID_AMR,
}: Config): OpenId | null {
  if (!issuer || !id || !secret) return null
  const required = { acr: splitList(STAFF_OPENID_ACR), amr: splitList(STAFF_OPENID_AMR) }
  let configuration: Promise<Configuration> | undefined

  /** The provider's metadata, fetched once; after a failure the next call tries again. */
  async function provider(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await openIdClient()
    configuration ??= discovery(new URL(issuer ?? ''), id ?? '', secret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: issuer?.startsWith('http://') ? [allowInsecureRequests] : [],
    })
    configuration.catch(() => (configuration = undefined))
    return configuration
  }

  return {
    name,
    startSignIn: (returnTo, { again }) =>
      authorizationRequest(provider, returnTo, { again, acr: required.acr }),
    verifyResponse: (returnUrl, pending) => identityFrom(provider, returnUrl, pending, required),
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
  const configuration = await provider().catch(() => 'unavailable' as const)
  if (configuration === 'unavailable') return configuration
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(configuration, {
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
  returnUrl: URL,
  { verifier, state, nonce }: Omit<AuthorizationRequest, 'url'>,
  required: RequiredStrength,
): Promise<ProviderResult> {
  const client = await openIdClient()
  try {
    const configuration = await provider()
    const tokens = await client.authorizationCodeGrant(configuration, returnUrl, {
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
        : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return {
      issuer: claims.iss,
      subject: claims.sub,
      authenticatedAt:
        typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
      // An unverified address may belong to someone else.
      email: typeof email === 'string' && email_verified === true ? email.toLowerCase() : null,
    }
  } catch (error) {
    return isNoResponse(error) ? 'unavailable' : 'refused'
  }
}

const splitList = (setting = '') =>
  setting
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** Whether the claims contain one of the required values of `acr` and one of `amr`, if the shop requires any. */
function isStrong(claims: Readonly<Record<string, unknown>>, required: RequiredStrength) {
  const used = { acr: [claims['acr']], amr: [claims['amr']].flat() }
  return (['acr', 'amr'] as const).every(
    (claim) =>
      required[claim].length === 0 || required[claim].some((value) => used[claim].includes(value)),
  )
}

/** Whether the shop requires the provider to verify a second factor. */
export const companyRequiresFactor = ({ STAFF_OPENID_ACR, STAFF_OPENID_AMR }: Config): boolean =>
  splitList(STAFF_OPENID_ACR).length + splitList(STAFF_OPENID_AMR).length > 0

/** No response from the provider. Every other error is caused by its response. */
const isNoResponse = (error: unknown) =>
  error instanceof TypeError
    ? error.message === 'fetch failed'
    : (error as { code?: unknown } | null)?.code === 'OAUTH_TIMEOUT'
