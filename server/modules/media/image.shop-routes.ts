import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { MEDIA_TYPES } from '#server/modules/media/image-type.ts'
import { gaugeOnScrape } from '#server/platform/metrics/metrics.ts'
import { ParseFailed, parsersWaiting } from '#server/platform/parsing/parser-pool.ts'
import { QueueFull } from '#server/platform/jobs/work-queue.ts'
import { networksOf } from '#server/http/client-networks.ts'
import { byteRange } from '#server/http/byte-range.ts'
import {
  acceptedFormat,
  parseVariant,
  FIXED_FORMATS,
  variantName,
} from '#server/modules/media/image-variant.ts'
import {
  PictureStore,
  type StoredPicture,
  UnusablePicture,
} from '#server/modules/media/image-store.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

const OWN_HOST = 'local'
const FOREVER = 'public, max-age=31536000, immutable'
/** The stored name, optionally the focal point, then a fixed format for clients that cannot negotiate. */
const FILE_NAME = /^([0-9a-f]{32})(?:\.f\d{1,3}x\d{1,3})?\.([a-z0-9]{2,4})(?:\.(jpg|png))?$/
/** Resized on request. Everything else is served as stored. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])
/** Converted if a fixed format is requested. */
const CONVERTIBLE = new Set([...RASTER, 'image/svg+xml'])
/** For stored files. An SVG that is opened directly must not run scripts. */
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

type ImageContext = Pick<Shop, 'sql' | 'config' | 'log' | 'metrics' | 'memory'>
type ImageRequest = FastifyRequest<{
  Params: { assetHost: string; file: string }
  Querystring: Record<string, unknown>
}>

/** Serves images (WIRE-10). `hosts`: more host names of the image store. */
export function imageRoutes(
  app: FastifyInstance,
  shop: ImageContext,
  { hosts = [] }: { hosts?: string[] } = {},
) {
  const store = new PictureStore(shop)
  const knownHosts = new Set([OWN_HOST, ...hosts])
  reportMetrics(shop, store)
  app.addHook('onClose', () => store.ready())

  app.get('/images/:assetHost/:file', handlePicture(store, knownHosts))
}

const handlePicture =
  (store: PictureStore, knownHosts: ReadonlySet<string>) =>
  async (request: ImageRequest, reply: FastifyReply) => {
    const { assetHost, file } = request.params
    const [, hash, extension = '', fixedExtension = ''] = FILE_NAME.exec(file) ?? []
    const picture = knownHosts.has(assetHost) && hash ? await store.find(hash) : undefined
    const extensions: readonly string[] = picture ? MEDIA_TYPES[picture.mediaType] : []
    if (!picture || !extensions.includes(extension)) {
      return sendRefusal(reply, 404, refuse('not-found', { message: 'This image does not exist.' }))
    }
    const parsed = parseVariant(request.query)
    if ('wrong' in parsed) {
      const message = `${parsed.wrong}: is not one of the sizes in which images are served`
      return sendRefusal(reply, 400, refuse('invalid-input', { field: parsed.wrong, message }))
    }
    const fixedFormat = CONVERTIBLE.has(picture.mediaType)
      ? FIXED_FORMATS[fixedExtension]
      : undefined
    if (!fixedFormat && !RASTER.has(picture.mediaType)) {
      return sendAsStored(store, picture, request, reply)
    }

    const format = fixedFormat ?? acceptedFormat(request.headers.accept)
    const variant = { hash: picture.hash, ...parsed, format }
    const etag = `"${variantName(variant)}"`
    if (!fixedFormat) reply.header('vary', 'accept')
    if (hasSameEtag(request, etag)) return notModified(reply, etag)
    try {
      const [network] = networksOf(request.ip)
      const bytes = await store.variant(picture, variant, network?.name ?? '')
      return await withCacheHeaders(reply, etag).type(`image/${variant.format}`).send(bytes)
    } catch (error) {
      if (error instanceof QueueFull || error instanceof ParseFailed) {
        return sendRefusal(reply, 503, refuse('unavailable', { retryAfterSeconds: 5 }))
      }
      if (!(error instanceof UnusablePicture)) throw error
      return sendRefusal(reply, 404, refuse('not-found'))
    }
  }

async function sendAsStored(
  store: PictureStore,
  picture: StoredPicture,
  request: ImageRequest,
  reply: FastifyReply,
) {
  const { hash, mediaType, size } = picture
  const etag = `"${hash}"`
  if (hasSameEtag(request, etag)) return notModified(reply, etag)
  withCacheHeaders(reply, etag)
    .type(mediaType)
    .header('content-security-policy', NO_SCRIPTS)
    .header('x-content-type-options', 'nosniff')
  if (!mediaType.startsWith('video/')) return reply.send(await store.original(picture))

  reply.header('accept-ranges', 'bytes')
  const { range, 'if-range': unlessChanged = etag } = request.headers
  const part = unlessChanged === etag ? byteRange(range, size) : undefined
  if (part === 'unsatisfiable') {
    return reply
      .code(416)
      .header('cache-control', 'no-store')
      .header('content-range', `bytes */${size}`)
      .send()
  }
  if (!part) return reply.send(await store.original(picture))
  const { start, end } = part
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .send(await store.original(picture, start, end - start + 1))
}

const withCacheHeaders = (reply: FastifyReply, etag: string) =>
  reply
    .header('etag', etag)
    .header('cache-control', FOREVER)
    // Webmail shows the images on another origin.
    .header('cross-origin-resource-policy', 'cross-origin')

const hasSameEtag = ({ headers }: ImageRequest, etag: string) =>
  headers['if-none-match']?.includes(etag) ?? false

const notModified = (reply: FastifyReply, etag: string) =>
  withCacheHeaders(reply, etag).code(304).send()

function reportMetrics({ metrics }: ImageContext, store: PictureStore) {
  gaugeOnScrape(
    metrics.registry,
    'picture_cache_bytes',
    'Resized images in the cache',
    ['place'],
    async () => store.figures(),
  )
  gaugeOnScrape(
    metrics.registry,
    'pictures_waiting',
    'Images waiting to be resized',
    [],
    async () => [{ labels: {}, value: parsersWaiting(['photo', 'drawing']) }],
  )
}
