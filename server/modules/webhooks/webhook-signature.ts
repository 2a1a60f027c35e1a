import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** The secret as text for the listener. It is shown once. */
export const secretText = (secret: Buffer) => PREFIX + secret.toString('base64')

/**
 * Headers of standardwebhooks.com: the id, the time and the body are signed with each valid secret. The time is that of
 * sending, so a recorded request cannot be replayed later.
 */
export function signedHeaders(
  secrets: readonly Buffer[],
  { id, at, body }: { id: string; at: Date; body: string },
) {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`)
    return `v1,${signature.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
