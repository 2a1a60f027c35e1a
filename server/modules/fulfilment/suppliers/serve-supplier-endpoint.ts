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
  type OpenedPurchase,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import {
  fieldErrors,
  type InvalidForm,
  invalidForm,
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
type Result = { said?: Said | null; typed?: InvalidForm | null; seen?: Seen | undefined }

/**
 * Registers one call of the supplier's page. The token in its address is the authorization. A refusal is shown on the
 * page, with the input of the form.
 */
export function serveSupplier<Name extends SupplierCallName, Input, Known extends Refusals>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: SupplierEndpoint<Name, z.ZodType<Input>, z.ZodType, Known>,
  handler: (
    input: Input,
    caller: { found: OpenedPurchase; request: FastifyRequest },
  ) => MaybePromise<RawResponse | Refusal<keyof Known & string>>,
  options: {
    /** Whether the call is answered after the link has expired. */
    answersExpired?: (request: FastifyRequest) => boolean
  } = {},
) {
  const { answersExpired = () => true } = options
  serveCall<OpenedPurchase, Input, unknown>(app, shop, {
    rules: SUPPLIER,
    endpoint,
    async admit({ request }) {
      const found = await openByToken(shop, request)
      if (!found) return refuseSupplier('unknown-link')
      return found.kind === 'over' && !answersExpired(request) ? refuseSupplier('unsaved') : found
    },
    run: ({ caller, input, request }) => handler(input, { found: caller, request }),
    showRefusal: (status, { refused }, call) =>
      refused === 'unknown-link'
        ? sendPurchase(shop, call, { status, found: undefined })
        : showPurchaseAgain(shop, call, { status, ...resultOfRefusal(refused, call) }),
  })
}

const openByToken = (shop: Shop, request: FastifyRequest) =>
  openPurchase(
    shop.sql,
    linkHash((request.params as { token: string }).token),
    shop.ports.clock.now(),
  )

/** The message of a refusal on the page, and the fields it marks. */
function resultOfRefusal(
  code: string,
  { request, error, input }: RefusedCall<OpenedPurchase>,
): Result {
  const fields: Record<string, InvalidForm['wrong']> = {
    'invalid-input': error ? fieldErrors(error) : {},
    'code-taken': { code: 'taken' },
    'no-such-lines': { line: 'line' },
  }
  const wrong = fields[code]
  return {
    said: wrong ? 'wrong' : (code as Said),
    typed: invalidForm(request.body, wrong ?? {}),
    seen: (input as { seen?: Seen } | undefined)?.seen,
  }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Reads the purchase order again, because it may have changed since the page was shown. */
export const showPurchaseAgain = async (
  shop: Shop,
  exchange: Exchange,
  result: Result & { status: number },
) => sendPurchase(shop, exchange, { ...result, found: await openByToken(shop, exchange.request) })

async function sendPurchase(
  shop: Shop,
  { request, reply }: Exchange,
  { status, ...result }: Result & { status: number; found: OpenedPurchase | undefined },
) {
  const page = await purchasePage(shop, request, result)
  return reply
    .code(page.status === 404 ? 404 : status)
    .headers(page.headers)
    .send(page.body)
}

/** The page of one purchase order, in the supplier's language; 404 without one. */
export async function purchasePage(
  shop: Pick<Shop, 'models' | 'sql'>,
  request: FastifyRequest,
  { found, ...result }: Result & { found: OpenedPurchase | undefined },
) {
  const { supplierPage } = await import('#server/modules/fulfilment/suppliers/supplier-page.tsx')
  const view = await supplierView(shop.sql, shop.models, found)
  // Without a valid link the language comes from the browser.
  const language =
    found?.purchase.language ??
    languageAccepted(request.headers['accept-language']) ??
    DEFAULT_LANGUAGE
  const status = view.kind === 'unknown' ? 404 : 200
  return new RawResponse(SUPPLIER_HEADERS, supplierPage(view, language, result), status)
}
