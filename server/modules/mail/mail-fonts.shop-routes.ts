import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import { BRAND_FONTS_PATH } from '#server/http/brand-page.ts'

const { resolve } = createRequire(import.meta.url)
const FILES = new Map([
  ['figtree.woff2', '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'],
  [
    'hedvig-letters-serif.woff2',
    '@fontsource/hedvig-letters-serif/files/hedvig-letters-serif-latin-400-normal.woff2',
  ],
])

/** The fonts of mails. Mail programs on the web load them from another origin. */
export function mailFontRoutes(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>(`${BRAND_FONTS_PATH}/:name`, async ({ params }, reply) => {
    const file = FILES.get(params.name)
    if (file === undefined) return sendRefusal(reply, 404, refuse('not-found'))
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=31536000')
      .type('font/woff2')
      .send(await readFile(resolve(file)))
  })
}
