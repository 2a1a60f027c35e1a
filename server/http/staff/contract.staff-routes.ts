import type { FastifyInstance, FastifyRequest } from 'fastify'

import { staffEndpoints } from '#contract/endpoints.staff.ts'
import { staffOpenApi } from '#contract/openapi/openapi.staff.ts'
import { STAFF_COMMON_REFUSALS, refuseStaff } from '#contract/shared/refusals.staff.ts'
import { STAFF_REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { colleagueOf } from '#server/http/staff/serve-staff-endpoint.ts'
import { sendCached, sendRefusal } from '#server/http/endpoint/send-response.ts'
import { VERSION } from '#server/platform/config/config.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'

/** The contract of the back office. A live shop shows it only to staff and their programs. */
export function contractRoute(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice
  let contract: CachedResponse | undefined
  app.get('/backoffice/openapi.json', async (request, reply) => {
    const refusal = shop.config.GIFTPOINT_LIVE && (await accessRefusal(request))
    if (refusal) {
      const message = STAFF_REFUSAL_MESSAGES[refusal]
      return sendRefusal(reply, STAFF_COMMON_REFUSALS[refusal], {
        ...refuseStaff(refusal),
        message,
      })
    }
    contract ??= new CachedResponse(staffOpenApi(staffEndpoints, { version: VERSION }))
    return sendCached(shop, request, reply, contract, 'holder')
  })

  async function accessRefusal(request: FastifyRequest) {
    const colleague = await colleagueOf(backoffice, request, true)
    if (!colleague) return 'no-session'
    return colleague.needsSecondFactor ? 'needs-second-factor' : undefined
  }
}
