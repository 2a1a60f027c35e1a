import type { FastifyReply } from 'fastify'

import { escapeHtml } from '#domain/text/escape-html.ts'
import { componentResponse } from '#server/modules/content/content.shop-routes.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { sendPlainPage } from '#server/http/plain-page.ts'

/** The page at every address of a closed channel, in that channel's theme and texts. */
export function sendClosedPage(reply: FastifyReply, languageModel: LocalizedCatalog) {
  const { channel } = languageModel.channelModel
  const page = componentResponse(languageModel, 'logoncomponents').blocks.find(
    ({ code }) => code === 'page',
  )
  const textOf = (key: string) =>
    page?.custom_fields.find((field) => field.key === key)?.value_string ?? ''
  return sendPlainPage(reply.code(503).header('retry-after', '3600'), {
    language: languageModel.language,
    title: textOf('closedTitle'),
    shopName: channel.name,
    theme: channel.themeOptions,
    body: `<p>${escapeHtml(textOf('closedText'))}</p>`,
  })
}
