import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { EMPLOYER_REFUSAL_MESSAGES, refuseEmployer } from '#contract/employer/employer-refusal.ts'
import { documentOf, PAGE_POLICY } from '#server/desk/serve-desk-pages.ts'
import { sendRefusal } from '#server/door/serve.ts'
import type { EmployerDoor } from '#server/employer/employer-door.ts'
import { KeptAnswer } from '#server/ground/kept-answer.ts'

/** One document at every address of the employer's door, beside the desk's and with files of the same folder. */
export function employerPages(app: FastifyInstance, { files }: EmployerDoor) {
  if (!files) return
  const document = KeptAnswer.html(documentOf(files.employer))
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
