import { BlockList, isIP } from 'node:net'

import type { Shop } from '#server/http/endpoint/shop.ts'
import type { PaymentPort } from '#server/platform/services/service-ports.ts'

/** Networks that are not reachable from outside: private, local, documentation and multicast. */
const PRIVATE_NETWORKS = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/127 64:ff9b:1::/48 100::/64 2001:db8::/32 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
]
/** Names reserved for private networks, tests or documentation. */
const PRIVATE_NAMES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|example|invalid|home\.arpa|onion|alt)$/

const privateAddresses = new BlockList()
for (const network of PRIVATE_NETWORKS.join(' ').split(' ')) {
  const [address = '', bits] = network.split('/')
  privateAddresses.addSubnet(address, Number(bits), family(address))
}

export const webhookPath = (provider: PaymentPort['provider']) => `/webhooks/${provider}`

/** Providers can call only public addresses. Elsewhere the return page and the poller detect payments. */
export function webhookUrl({ config, ports }: Pick<Shop, 'ports' | 'config'>): string | null {
  const path = webhookPath(ports.payments.provider)
  if (ports.payments.sandbox) return path
  const base = config.PUBLIC_URL
  return base && isPublicHost(new URL(base).hostname) ? `${base}${path}` : null
}

/** Whether this host may be reachable from outside; spelled as in a URL, with IPv6 addresses in brackets. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')
  // The list is checked as IPv6, so that an IPv4 address inside one is found by its own network.
  if (isIP(host) > 0) return !privateAddresses.check(host, family(host))
  // Names without a dot exist only in one network, such as a container's or an office's.
  return host.includes('.') && !PRIVATE_NAMES.test(host)
}

function family(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
