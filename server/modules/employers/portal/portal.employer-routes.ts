import type { FastifyInstance } from 'fastify'

import { WITH_PASSKEYS } from '#server/http/security-headers.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { employerAppearanceRoutes } from '#server/modules/employers/portal/appearance.employer-routes.ts'
import { employerSignInRoutes } from '#server/modules/employers/portal/sign-in.employer-routes.ts'
import { employerPasskeyRoutes } from '#server/modules/employers/portal/passkeys.employer-routes.ts'
import {
  employerPasswordRoutes,
  employerSessionRoutes,
} from '#server/modules/employers/portal/password.employer-routes.ts'
import { employerRecipientRoutes } from '#server/modules/employers/portal/recipients.employer-routes.ts'
import { employerTotpRoutes } from '#server/modules/employers/portal/totp.employer-routes.ts'
import { employerCampaignRoutes } from '#server/modules/employers/portal/campaigns.employer-routes.ts'
import { employerReportRoutes } from '#server/modules/employers/portal/report/report.employer-routes.ts'
import { employerPages } from '#server/modules/employers/portal/serve-employer-pages.ts'

/** Every call and page of the employer portal. */
export function employerPortalRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  // The portal allows no framing, and its responses are not cached.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('x-frame-options', 'DENY')
    reply.header('permissions-policy', WITH_PASSKEYS)
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })
  employerSignInRoutes(app, portal)
  employerPasswordRoutes(app, portal)
  employerSessionRoutes(app, portal)
  employerPasskeyRoutes(app, portal)
  employerTotpRoutes(app, portal)
  employerAppearanceRoutes(app, portal)
  employerCampaignRoutes(app, portal)
  employerReportRoutes(app, portal)
  employerRecipientRoutes(app, portal)
  employerPages(app, portal)
}
