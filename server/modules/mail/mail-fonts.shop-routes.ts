import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import { NO_PICTURE, NO_PICTURE_NAME } from '#server/modules/mail/layout/no-picture.ts'
import { BRAND_FONTS_PATH } from '#server/http/brand-page.ts'

const { resolve } = createRequire(import.meta.url)
const FILES = new Map([
  ['figtree.woff2', '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'],
  [
    'hedvig-letters-serif.woff2',
    '@fontsource/hedvig-letters-serif/files/hedvig-letters-serif-latin-400-normal.woff2',
  ],
])

/** The fonts of mails, and their tile for a missing image. Mail programs on the web load them from another origin. */
export function mailFontRoutes(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>(`${BRAND_FONTS_PATH}/:name`, async ({ params }, reply) => {
    const file = FILES.get(params.name)
    const isTile = params.name === NO_PICTURE_NAME
    if (file === undefined && !isTile) return sendRefusal(reply, 404, refuse('not-found'))
    return reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=31536000')
      .type(isTile ? 'image/png' : 'font/woff2')
      .send(file === undefined ? NO_PICTURE : await readFile(resolve(file)))
  })
}
