import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import {
  allComponentsOf,
  EDITORS_PAGE,
  correctedAddress,
  NOT_FOUND,
  type Page,
  pages,
} from '#contract/content/page-table.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { siteAnswer } from '#server/modules/sessions/login/login-response.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { chatOrigin } from '#server/platform/config/config.ts'
import { componentResponse } from '#server/modules/content/content.shop-routes.ts'
import { sendClosedPage } from '#server/app/pages/closed-page.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { pageHtml } from '#server/app/pages/page-html.ts'
import type { StorefrontFiles } from '#server/http/storefront-files.ts'
import { sendBuiltFile } from '#server/http/send-built-file.ts'
import { sendCached, sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

const NOT_PAGES =
  /^\/(rest|proxy|images|assets|webhooks|sandbox|backoffice|health|metrics)(\/|$|\?)/

/** The path, if it is a page of the shop; otherwise null. */
export const findShopPage = (page: string) =>
  pages.some(({ path }) => path === page && path !== NOT_FOUND.path) ? page : null

/** Whether a browser requests a page, at an address that is not an API call. */
export function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !NOT_PAGES.test(url)
}

export function pageRoutes(app: FastifyInstance, shop: Shop) {
  const { storefront } = shop
  if (!storefront) return

  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const file = storefront.files.get(request.params.file)
    if (!file) return sendRefusal(reply, 404, refuse('not-found'))
    return sendBuiltFile(request, reply, file)
  })

  for (const page of pages) {
    if (page.path === NOT_FOUND.path) continue
    if (page.path !== EDITORS_PAGE) {
      app.get(page.path, (request, reply) => sendPage(shop, request, reply, page))
      continue
    }
    app.get<{ Params: { pageId: string } }>(page.path, async (request, reply) => {
      const { contentByPath } = await channelOf(shop, request, null, {})
      return contentByPath.has(request.params.pageId)
        ? sendPage(shop, request, reply, page)
        : sendPage(shop, request, reply.code(404))
    })
  }
}

export async function sendPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  page = NOT_FOUND,
) {
  const { storefront } = shop
  if (!storefront) return sendRefusal(reply, 404, refuse('not-found'))
  const [pathname = '', query] = request.url.split(/\?(.*)/s)
  const corrected = correctedAddress(pathname)
  if (corrected !== null) return reply.redirect(query ? `${corrected}?${query}` : corrected, 301)
  const channelModel = await channelOf(shop, request, null, {})
  // A malformed address has no query either.
  const language = (request.query as { language?: unknown } | null)?.language
  const languageModel = languageIn(
    channelModel,
    typeof language === 'string' ? language : undefined,
  )
  if (channelModel.channel.state !== 'open') return sendClosedPage(reply, languageModel)
  const framed = isFramed(request)
  const key = `page ${page.path}${framed ? ' framed' : ''}`
  const response =
    languageModel.components.find(key) ??
    languageModel.components.store(
      key,
      await createDocument({ shop, storefront, languageModel, page, framed }),
    )
  // There are too many unknown addresses to cache them.
  return sendCached(shop, request, reply, response, page === NOT_FOUND ? 'revalidate' : 'page')
}

/**
 * Whether the browser requests a frame in a page of this host, such as the preview in the back office. Browsers set
 * these headers, scripts cannot.
 */
const isFramed = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin'

async function createDocument({
  shop,
  storefront,
  languageModel,
  page,
  framed,
}: {
  shop: Shop
  storefront: StorefrontFiles
  languageModel: LocalizedCatalog
  page: Page
  framed: boolean
}) {
  const { channel } = languageModel.channelModel
  const hasNoFrame = page.frame === 'none'
  const pageData = {
    site: siteAnswer(shop, channel),
    language: languageModel.language,
    components: hasNoFrame
      ? allComponentsOf(page.path).map((path) => componentResponse(languageModel, path))
      : [],
  }
  const { html, policy } = pageHtml({
    storefront,
    pageData,
    shopName: channel.name,
    title: channel.name,
    page,
    body: hasNoFrame ? await renderLoginPage(shop, storefront, pageData) : '',
    chatOrigin: chatOrigin(shop.config),
    framed,
  })
  return CachedResponse.html(html, { 'content-security-policy': policy })
}

/** A login page that cannot be rendered here is rendered in the browser, so that recipients can still log in. */
async function renderLoginPage(
  { log }: Shop,
  storefront: StorefrontFiles,
  pageData: Parameters<StorefrontFiles['renderLogin']>[0],
) {
  try {
    return await storefront.renderLogin(pageData)
  } catch (error) {
    log.error({ err: error }, 'login page failed to render on the server')
    return ''
  }
}
