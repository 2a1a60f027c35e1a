import type { FastifyInstance } from 'fastify'

import { VERSION } from '#server/config.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Shows that the shop lives, and where its parts are. */
export function frontPage(app: FastifyInstance) {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Giftpoint</title>
<style>
  body { font: 1.0625rem/1.6 Georgia, serif; background: #faf7f2; color: #26332d; margin: 0 }
  main { max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem }
  h1 { font-size: 2.25rem; line-height: 1.15; margin: 0 0 1rem; text-wrap: balance }
  h1::before { content: ''; display: block; width: 3rem; height: .375rem; border-radius: 1rem; background: #77ceab; margin-bottom: 1.5rem }
  a { color: #1d5c46 } li { margin: .25rem 0 } small { color: #5c6a63 }
</style>
<main>
  <h1>The shop is open</h1>
  <p>Giftpoint answers. What it offers to programs is described by its contract.</p>
  <ul>
    <li><a href="/rest/openapi.json">The contract</a> (OpenAPI 3.1)</li>
    <li><a href="/rest/site">What a browser needs before login</a></li>
    <li><a href="/health/ready">Health</a> and <a href="/metrics">metrics</a></li>
  </ul>
  <p><small>Version ${VERSION}</small></p>
</main>
</html>
`
  app.get('/', (_, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
