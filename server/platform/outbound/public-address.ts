import { BlockList, isIP } from 'node:net'

/** Networks outside the public internet: this machine, private networks, and their IPv6 equivalents. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Public IPv6 addresses are within 2000::/3, except those that embed an IPv4 address.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]

// Two lists, because a single list takes an IPv4 address for the IPv6 address mapped to it.
const blocked = { 4: new BlockList(), 6: new BlockList() }
for (const network of NOT_PUBLIC) {
  const [address = '', bits = ''] = network.split('/')
  if (isIP(address) === 6) blocked[6].addSubnet(address, Number(bits), 'ipv6')
  else blocked[4].addSubnet(address, Number(bits), 'ipv4')
}

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return family === 6 ? !blocked[6].check(address, 'ipv6') : !blocked[4].check(address)
}

/** Whether an IP address is this machine's. */
export const isLoopback = (address: string) => address === '::1' || /^127\.[\d.]+$/.test(address)

/** The IP address in the host of a URL, or undefined for a name. */
export function addressOf(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}
