import type { Config } from '#server/platform/config/config.ts'

/** What a page may never ask of a browser: this shop needs none of it. */
const NOT_NEEDED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
]
const NO_FRAMES = "frame-ancestors 'none'"
const YEAR_SECONDS = 365 * 24 * 3600

const policyWithout = (...used: string[]) =>
  NOT_NEEDED.filter((feature) => !used.includes(feature))
    .map((feature) => `${feature}=()`)
    .join(', ')

/** At the back office and at the employers’ door one signs in with a passkey. */
export const WITH_PASSKEYS = policyWithout('publickey-credentials-get')

/**
 * What every answer carries. That a shop is reached by https alone is promised only where it is, and for its own
 * host: what else lives below that is not the shop's to promise.
 */
export function standingHeaders({
  PUBLIC_URL,
}: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': policyWithout(),
    // Pages replace it by a whole policy.
    'content-security-policy': NO_FRAMES,
    // Pictures, which mailboxes show, replace it.
    'cross-origin-resource-policy': 'same-origin',
    ...(PUBLIC_URL?.startsWith('https://')
      ? {
          'strict-transport-security': `max-age=${YEAR_SECONDS}`,
          // Elsewhere a browser ignores it, and complains.
          'cross-origin-opener-policy': 'same-origin',
        }
      : {}),
  }
}
