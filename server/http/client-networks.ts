import { isIP } from 'node:net'

export type Network = {
  name: string
  /** The number of customers that the network may have. Its limits are multiplied by it. */
  customers: number
}

/**
 * The networks of an address, narrowest first. IPv4: the address, which an office shares, and its /24. IPv6: the /64
 * of one line, the /56 that providers assign to a home, and the /48 that they assign to a company; a client with one
 * of these has practically unlimited addresses.
 */
export function networksOf(address: string): Network[] {
  const [withoutZone = ''] = address.split('%', 1)
  const plain = withoutZone.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) {
    const subnet = plain.split('.').slice(0, 3).join('.')
    return [
      { name: `address ${plain}`, customers: 1 },
      { name: `subnet ${subnet}`, customers: 5 },
    ]
  }
  const groups = groupsOf(plain)
  const prefix = (count: number) => groups.slice(0, count).join(':')
  const homeByte = (Number.parseInt(groups[3] ?? '0', 16) >> 8).toString(16)
  return [
    { name: `line ${prefix(4)}`, customers: 1 },
    { name: `home ${prefix(3)}:${homeByte}`, customers: 5 },
    { name: `site ${prefix(3)}`, customers: 20 },
  ]
}

/** The eight groups of an IPv6 address in normalised form. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...missing, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}
