import type { DeskEndpoint } from '#contract/shared/endpoint.staff.ts'
import { isForTokens, isRemembered, needsRecentSignIn } from '#contract/paths.staff.ts'
import { DESK_COMMON_REFUSALS } from '#contract/shared/refusals.staff.ts'
import { openApiDocument } from '#contract/openapi/openapi.ts'

/** The desk's calls as an OpenAPI 3.1 document; each says what its asker needs. */
export function deskOpenApi(
  endpoints: Record<string, DeskEndpoint>,
  { version }: { version: string },
) {
  return openApiDocument(
    {
      title: 'Giftpoint, the desk',
      version,
      description:
        'Where the shop is kept. A browser signs in for a cookie, a program sends a token of a colleague. A write needs the header X-Desk: 1.',
    },
    {
      cookie: { type: 'apiKey', in: 'cookie', name: '__Host-desk' },
      token: { type: 'http', scheme: 'bearer', description: 'A token of a colleague, gpd_…' },
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

function commonRefusals({ name, method, needs }: DeskEndpoint): Record<string, number> {
  return Object.fromEntries(
    Object.entries(DESK_COMMON_REFUSALS).filter(
      ([code, status]) =>
        (code !== 'needs-recent-sign-in' || needsRecentSignIn(name)) &&
        (code !== 'foreign-write' || method !== 'GET') &&
        (needs !== 'nobody' || (status !== 401 && code !== 'not-allowed')),
    ),
  )
}
