/**
 * Random keys that must not collide. Without https, as on a company's own network, only `getRandomValues` is
 * available, not `randomUUID` or `subtle`.
 */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** A version 4 UUID: random but for the four bits of its version and the two of its variant. */
export function randomUuid(): string {
  const hex = randomHex(16)
  const variant = ((parseInt(hex.charAt(16), 16) & 0b0011) | 0b1000).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-')
}
