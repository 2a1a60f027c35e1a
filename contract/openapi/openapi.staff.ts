import type { StaffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { isForTokens, isRemembered, needsRecentSignIn } from '#contract/paths.staff.ts'
import { STAFF_COMMON_REFUSALS } from '#contract/shared/refusals.staff.ts'
import { openApiDocument } from '#contract/openapi/openapi.ts'

/** The back office's calls as an OpenAPI 3.1 document. Each operation lists its permission. */
export function staffOpenApi(
  endpoints: Record<string, StaffEndpoint>,
  { version }: { version: string },
) {
  return openApiDocument(
    {
      title: 'Giftpoint, the back office',
      version,
      description:
        'Calls of the back office. A browser signs in and sends a cookie, a program sends an API token. A write needs the header X-Backoffice: 1.',
    },
    {
      cookie: { type: 'apiKey', in: 'cookie', name: '__Host-backoffice' },
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API token of a staff member: gpb_…',
      },
    },
    Object.values(endpoints).map((endpoint) => ({
      ...endpoint,
      refusals: { ...commonRefusals(endpoint), ...endpoint.refusals },
      security:
        endpoint.needs === 'nobody'
          ? []
          : [{ cookie: [] }, ...(isForTokens(endpoint.name) ? [{ token: [] }] : [])],
      remembered: isRemembered(endpoint.name),
      more: {
        'x-needs': endpoint.needs,
        'x-channel': endpoint.channel,
        ...(needsRecentSignIn(endpoint.name) ? { 'x-recent-sign-in': true } : {}),
      },
    })),
  )
}

function commonRefusals({ name, method, needs }: StaffEndpoint): Record<string, number> {
  return Object.fromEntries(
    Object.entries(STAFF_COMMON_REFUSALS).filter(
      ([code, status]) =>
        (code !== 'needs-recent-sign-in' || needsRecentSignIn(name)) &&
        (code !== 'foreign-write' || method !== 'GET') &&
        (needs !== 'nobody' || (status !== 401 && code !== 'not-allowed')),
    ),
  )
}
