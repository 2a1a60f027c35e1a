import type { FastifyInstance } from 'fastify'

import { WITH_PASSKEYS } from '#server/door/standing-headers.ts'
import type { EmployerDoor } from '#server/employer/employer-door.ts'
import { employerEntryRoutes } from '#server/employer/employer-entry-routes.ts'
import { employerPasskeyRoutes } from '#server/employer/employer-passkey-routes.ts'
import {
  employerPasswordRoutes,
  employerSessionRoutes,
} from '#server/employer/employer-password-routes.ts'
import { employerPeopleRoutes } from '#server/employer/employer-people-routes.ts'
import { employerTotpRoutes } from '#server/employer/employer-totp-routes.ts'
import { employerWorkRoutes } from '#server/employer/employer-work-routes.ts'
import { employerPages } from '#server/employer/serve-employer-pages.ts'

/** Every call and page of the employer's own door. */
export function employerDoorRoutes(app: FastifyInstance, door: EmployerDoor) {
  // It stands in nobody's frame, and what it answers is nobody's to keep.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('x-frame-options', 'DENY')
    reply.header('permissions-policy', WITH_PASSKEYS)
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })
  employerEntryRoutes(app, door)
  employerPasswordRoutes(app, door)
  employerSessionRoutes(app, door)
  employerPasskeyRoutes(app, door)
  employerTotpRoutes(app, door)
  employerWorkRoutes(app, door)
  employerPeopleRoutes(app, door)
  employerPages(app, door)
}
