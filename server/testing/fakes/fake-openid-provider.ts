import http from 'node:http'

import { Provider } from 'oidc-provider'

export const CLIENT = {
  id: 'giftpoint-backoffice',
  secret: 'a secret of the back office and the company',
}

export type Employee = {
  sub: string
  email: string
  verified: boolean
  /** Strength and methods of the sign-in that the company reports, if it does. */
  acr?: string
  amr?: string[]
}

/** A company's OpenID provider on loopback. Everyone is signed in as the employee set by `signInAs`. */
export async function fakeOpenIdProvider() {
  let employee: Employee | undefined
  const server = http.createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const redirectUris: string[] = []
  let provider = newProvider()

  function newProvider() {
    const made = new Provider(issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris] },
      ],
      acrValues: ['high', 'low'],
      claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'] },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: employee?.email, email_verified: employee?.verified }),
      }),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      cookies: { keys: ['of one test'] },
    })
    // Silences the warning that this setup is not for production.
    made.silent = true
    return made
  }

  async function interact(request: http.IncomingMessage, response: http.ServerResponse) {
    const { params, grantId, prompt } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      const { sub: accountId = '', acr, amr } = employee ?? {}
      const login = { accountId, ...(acr ? { acr } : {}), ...(amr ? { amr } : {}) }
      return provider.interactionFinished(request, response, { login })
    }
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: employee?.sub, clientId: String(params['client_id']) })
    grant?.addOIDCScope(String(params['scope']))
    const consent = { grantId: await grant?.save() }
    return provider.interactionFinished(
      request,
      response,
      { consent },
      { mergeWithLastSubmission: true },
    )
  }

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void provider.callback()(request, response)
  })

  return {
    issuer,
    /** Registers a redirect URI, as the company's administrator does. */
    registerRedirect(address: string) {
      redirectUris.push(address)
      provider = newProvider()
    },
    /** Any real browser is signed in as this employee. */
    signInAs: (who: Employee) => void (employee = who),
    /** Acts as a browser that the back office redirects to the provider. Returns the address it is redirected back to. */
    async followSignIn(url: string, who: Employee): Promise<URL> {
      employee = who
      const cookies = new Map<string, string>()
      for (let next = url; ;) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';')
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const to = response.headers.get('location')
        if (to === null) throw new Error(`${next}: ${response.status} ${await response.text()}`)
        next = new URL(to, next).href
        if (!next.startsWith(issuer)) return new URL(next)
      }
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
