import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app for the secret that the page shows. */
export function totpOf(secret: string, now: Date) {
  const bits = Array.from(secret.replaceAll(' ', ''), (one) =>
    BASE32.indexOf(one).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return totpAt(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(now))
}
