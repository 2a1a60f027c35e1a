import { isIP } from 'node:net'

type Settings = Readonly<Record<string, unknown>> & {
  SMTP_URL?: string | undefined
  PUBLIC_URL?: string | undefined
  TRUSTED_PROXIES: string
}

const BY_TLS = new Set(['require', 'verify-ca', 'verify-full', 'true'])

/** The connections of a live shop that others on the network could read or change. */
export function unprotectedConnections(config: Settings): string[] {
  const wrong: string[] = []
  for (const [name, value] of Object.entries(config)) {
    if (!/^DATABASE_(?:\w+_)?URL$/.test(name) || typeof value !== 'string') continue
    if (!isProtectedDatabase(value)) {
      wrong.push(`${name} connects without TLS (add sslmode=verify-full or sslmode=require to it)`)
    }
  }
  if (config.SMTP_URL !== undefined && !isProtectedMail(config.SMTP_URL)) {
    wrong.push('SMTP_URL sends emails without TLS (use smtps:// or add ?requireTLS=true to it)')
  }
  if (config.PUBLIC_URL?.startsWith('https://') && config.TRUSTED_PROXIES === '') {
    wrong.push(
      'TRUSTED_PROXIES is missing, though a proxy ends TLS in front of the shop (set the address of the proxy, for example loopback)',
    )
  }
  return wrong
}

function isProtectedDatabase(url: string): boolean {
  const mode = lastValue(url, 'sslmode') ?? lastValue(url, 'ssl')
  return BY_TLS.has(mode ?? '') || hostsOf(url).every(isThisMachine)
}

function isProtectedMail(url: string): boolean {
  if (hostsOf(url).every(isThisMachine)) return true
  if (lastValue(url, 'tls.rejectUnauthorized') === 'false') return false
  return url.startsWith('smtps://') || lastValue(url, 'requireTLS') === 'true'
}

const lastValue = (url: string, key: string) =>
  new URLSearchParams(url.split('?')[1] ?? '').getAll(key).at(-1)

/** The address of a database may hold several hosts, which `URL` cannot read. */
function hostsOf(url: string): string[] {
  const authority = url.slice(url.indexOf('://') + 3).split(/[/?]/)[0] ?? ''
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .split(',')
    .map((host) => decodeURIComponent(host.replace(/:\d+$/, '')))
}

/** Connected by a loopback address or a Unix socket. */
function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return bare === 'localhost' || bare === '::1' || bare.startsWith('/')
}
