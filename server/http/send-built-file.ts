import type { FastifyReply, FastifyRequest } from 'fastify'

import type { BuiltFile } from '#server/http/storefront-files.ts'
import { takesBrotli } from '#server/platform/cache/cached-response.ts'

/** Sends a file of the build. Browsers may store it for ever, because its name contains a hash of its content. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile) {
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.type)
  return file.brotli && takesBrotli(request.headers['accept-encoding'])
    ? reply.header('content-encoding', 'br').send(file.brotli)
    : reply.send(file.bytes)
}
