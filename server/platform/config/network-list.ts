import { isIP } from 'node:net'

/** The framework's format: addresses, networks and three names, separated by commas. */
export function isNetworkList(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const family = isIP(address)
    if (family === 0)
      return bits === undefined && /^(loopback|linklocal|uniquelocal)$/.test(address)
    const maximum = family === 4 ? 32 : 128
    // Excludes a network of all addresses; of an IPv4-mapped address only the last 32 bits count.
    const minimum = /^::ffff:/i.test(address) ? 97 : 1
    return (
      rest.length === 0 &&
      (bits === undefined ||
        (/^\d{1,3}$/.test(bits) && Number(bits) >= minimum && Number(bits) <= maximum))
    )
  })
}
