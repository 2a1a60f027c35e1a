import type { Config } from '#server/platform/config/config.ts'

/** Browser features that the shop never uses. */
const UNUSED_FEATURES = [
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

const permissionsPolicy = (...allowed: string[]) =>
  UNUSED_FEATURES.filter((feature) => !allowed.includes(feature))
    .map((feature) => `${feature}=()`)
    .join(', ')

/** The back office and the employer portal use passkeys. */
export const WITH_PASSKEYS = permissionsPolicy('publickey-credentials-get')

/**
 * Headers of every response. HSTS is sent only if the shop uses https, and only for its own host: subdomains are not
 * the shop's to decide.
 */
export function securityHeaders({
  PUBLIC_URL,
}: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': permissionsPolicy(),
    // Pages replace it with a complete policy.
    'content-security-policy': NO_FRAMES,
    // Images replace it, because webmail shows them.
    'cross-origin-resource-policy': 'same-origin',
    ...(PUBLIC_URL?.startsWith('https://')
      ? {
          'strict-transport-security': `max-age=${YEAR_SECONDS}`,
          // Without https, browsers ignore it and log a warning.
          'cross-origin-opener-policy': 'same-origin',
        }
      : {}),
  }
}
