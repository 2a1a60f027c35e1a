import { ServiceRefused } from '#server/platform/services/service-ports.ts'

/** Throws if the session is invalid. A session is one address search, which the service bills as one look-up. */
export function checkSession(session: string) {
  if (/^[A-Za-z0-9\-_.]{8,64}$/.test(session)) return
  const message = 'An address session is 8 to 64 letters, digits, dashes, underscores or dots'
  throw new ServiceRefused('addresses', 'rejected', message, 'session')
}
