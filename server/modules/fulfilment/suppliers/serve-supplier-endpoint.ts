import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { Seen } from '#contract/fulfilment/purchase-orders.supplier.ts'
import type { SupplierCallName } from '#contract/paths.supplier.ts'
import type { SupplierEndpoint } from '#contract/shared/endpoint.supplier.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import { refuseSupplier, SUPPLIER_COMMON_REFUSALS } from '#contract/shared/refusals.supplier.ts'
import { DEFAULT_LANGUAGE, languageAccepted } from '#domain/language.ts'
import {
  type AudienceRules,
  type RefusedCall,
  serveCall,
} from '#server/http/endpoint/endpoint-server.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { RawResponse } from '#server/http/raw-response.ts'
import {
  openPurchase,
  type Opened,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import {
  type Typed,
  typedIn,
  wrongFields,
} from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import type { Said } from '#server/modules/fulfilment/suppliers/supplier-page.tsx'
import { SUPPLIER_HEADERS } from '#server/modules/fulfilment/suppliers/supplier-page-style.ts'
import { supplierView } from '#server/modules/fulfilment/suppliers/supplier-view.ts'
import { linkHash } from '#server/platform/crypto/link-token.ts'

const SUPPLIER: AudienceRules = {
  audience: 'supplier',
  refusals: SUPPLIER_COMMON_REFUSALS,
  // The page marks fields with characters that cannot be stored.
  storableBySchema: true,
}

type MaybePromise<T> = T | Promise<T>
type Result = { said?: Said | null; typed?: Typed | null; seen?: Seen | undefined }

/**
 * Registers one call of the supplier's link. The token of the path is the authorization. A refusal is shown by the page,
 * with the form as it was filled in.
 */
export function serveSupplier<Name extends SupplierCallName, Input, Known extends Refusals>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: SupplierEndpoint<Name, z.ZodType<Input>, z.ZodType, Known>,
  handler: (
    input: Input,
    caller: { found: Opened; request: FastifyRequest },
  ) => MaybePromise<RawResponse | Refusal<keyof Known & string>>,
  options: {
    /** Whether the call is answered after the link has expired. */
    whenOver?: (request: FastifyRequest) => boolean
  } = {},
) {
  const { whenOver = () => true } = options
  serveCall<Opened, Input, unknown>(app, shop, {
    rules: SUPPLIER,
    endpoint,
    async admit({ request }) {
      const found = await openedBy(shop, request)
      if (!found) return refuseSupplier('unknown-link')
      return found.kind === 'over' && !whenOver(request) ? refuseSupplier('unsaved') : found
    },
    run: ({ caller, input, request }) => handler(input, { found: caller, request }),
    showRefusal: (status, { refused }, call) =>
      refused === 'unknown-link'
        ? sendPurchase(shop, call, { status, found: undefined })
        : showPurchaseAgain(shop, call, { status, ...answerOf(refused, call) }),
  })
}

const openedBy = (shop: Shop, request: FastifyRequest) =>
  openPurchase(
    shop.sql,
    linkHash((request.params as { token: string }).token),
    shop.ports.clock.now(),
  )

/** The message of a refusal on the page, and the fields it marks. */
function answerOf(code: string, { request, error, input }: RefusedCall<Opened>): Result {
  const fields: Record<string, Typed['wrong']> = {
    'invalid-input': error ? wrongFields(error) : {},
    'code-taken': { code: 'taken' },
    'no-such-lines': { line: 'line' },
  }
  const wrong = fields[code]
  return {
    said: wrong ? 'wrong' : (code as Said),
    typed: typedIn(request.body, wrong ?? {}),
    seen: (input as { seen?: Seen } | undefined)?.seen,
  }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Reads the purchase order again: a refusal may be about a change since the page was read. */
export const showPurchaseAgain = async (
  shop: Shop,
  exchange: Exchange,
  result: Result & { status: number },
) => sendPurchase(shop, exchange, { ...result, found: await openedBy(shop, exchange.request) })

async function sendPurchase(
  shop: Shop,
  { request, reply }: Exchange,
  { status, ...shown }: Result & { status: number; found: Opened | undefined },
) {
  const page = await purchasePage(shop, request, shown)
  return reply
    .code(page.status === 404 ? 404 : status)
    .headers(page.headers)
    .send(page.body)
}

/** The page of one purchase order, in the supplier's language; 404 without one. */
export async function purchasePage(
  shop: Pick<Shop, 'models' | 'sql'>,
  request: FastifyRequest,
  { found, ...result }: Result & { found: Opened | undefined },
) {
  const { supplierPage } = await import('#server/modules/fulfilment/suppliers/supplier-page.tsx')
  const view = await supplierView(shop.sql, shop.models, found)
  // Without a valid link the language comes from the browser.
  const { 'accept-language': accepted } = request.headers
  const language = found?.purchase.language ?? languageAccepted(accepted) ?? DEFAULT_LANGUAGE
  const status = view.kind === 'unknown' ? 404 : 200
  return new RawResponse(SUPPLIER_HEADERS, supplierPage(view, language, result), status)
}
