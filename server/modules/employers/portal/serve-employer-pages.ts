import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { EMPLOYER_REFUSAL_MESSAGES, refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { documentOf, PAGE_POLICY } from '#server/http/staff/serve-backoffice-pages.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'

/**
 * One HTML document for every address of the employer portal. Its files are in the same folder as those of the back
 * office.
 */
export function employerPages(app: FastifyInstance, { files }: EmployerPortalServer) {
  if (!files) return
  const document = CachedResponse.html(documentOf(files.employer))
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/employer\/api(\/|$)/.test(request.url.split('?')[0] ?? '')) {
      const message = EMPLOYER_REFUSAL_MESSAGES['not-found']
      return sendRefusal(reply, 404, { ...refuseEmployer('not-found'), message })
    }
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-cache')
      .header('etag', document.etag)
      .type(document.type)
      .send(document.bytes)
  }
  app.get('/employer', page)
  app.get('/employer/*', page)
}
