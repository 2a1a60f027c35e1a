import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** As whoever listens gets it, once. */
export const secretText = (secret: Buffer) => PREFIX + secret.toString('base64')

/**
 * By standardwebhooks.com: the id, the moment and the body under each secret that is valid. The moment is that of sending, so
 * that what was overheard cannot be told once more later.
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
