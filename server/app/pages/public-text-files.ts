import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { securityContact } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const NOTICES = path.join(projectRoot, 'dist/third-party-notices.txt')
const DAY_MS = 86_400_000
/** RFC 9116 advises against more than a year. */
const VALID_DAYS = 180

/** Standard text files of a website: the security contact, and the licences of the code it contains. */
export function publicTextFiles(app: FastifyInstance, { config, ports }: Shop) {
  app.get('/.well-known/security.txt', (_, reply) => {
    const contact = securityContact(config)
    if (!contact) return sendRefusal(reply, 404, refuse('not-found'))
    const expires = new Date(ports.clock.now().getTime() + VALID_DAYS * DAY_MS)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, nl, de',
      ...(config.PUBLIC_URL ? [`Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`] : []),
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/third-party-notices.txt', async (_, reply) => {
    const notices = await readFile(NOTICES, 'utf8').catch(() => undefined)
    if (notices === undefined) return sendRefusal(reply, 404, refuse('not-found'))
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(notices)
  })
}
