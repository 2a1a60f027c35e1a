import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** The current step and its neighbours: clocks differ, and a code may expire while it is entered. */
const ACCEPTED_OFFSETS = [0, -1, 1]

/** The code of a time step by RFC 6238, with the defaults of all apps: SHA-1, thirty seconds, six digits. */
export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepAt = (moment: Date) => Math.floor(moment.getTime() / STEP_MS)

/** The time step of a code; undefined if it matches no step nearby, or one that was used before. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, usedUpTo }: { now: Date; usedUpTo: number },
): number | undefined {
  // Apps show two groups of three digits.
  const digits = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const entered = Buffer.from(digits)
  return ACCEPTED_OFFSETS.map((offset) => stepAt(now) + offset).find(
    (step) => step > usedUpTo && timingSafeEqual(Buffer.from(totpAt(secret, step)), entered),
  )
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The format that apps accept, typed or in a QR code. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
