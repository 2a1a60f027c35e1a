import type { Metric } from 'web-vitals'

import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import { pageAt } from '#contract/content/page-table.ts'
import { paths } from '#contract/paths.shop.ts'
import { LOCAL, stored } from '#storefront/storage/browser-storage.ts'

type Measured = InputOf<Endpoints['measured']>

let hasStarted = false

/**
 * Sends the speed of this page to the shop only, and only with consent: a metric and the page, without any user data.
 */
export async function measureSpeed(): Promise<void> {
  if (hasStarted) return
  hasStarted = true
  // Metrics belong to the page that was loaded, even after navigation.
  const [loaded] = performance.getEntriesByType('navigation')
  const page = pageAt(new URL(loaded?.name ?? location.href).pathname).path
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  const report = ({ name, value }: Metric) => send({ name, value, page })
  onCLS(report)
  onFCP(report)
  onINP(report)
  onLCP(report)
  onTTFB(report)
}

function send(measured: Measured) {
  // Consent may have been withdrawn since the measurement started.
  if (stored(LOCAL.cookieConsent) !== 'all') return
  const body = JSON.stringify(measured)
  void fetch(paths.measured.path, {
    method: paths.measured.method,
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    // The last values are known when the user leaves the page.
    keepalive: true,
  }).catch(() => undefined)
}
