import { isIP } from 'node:net'

type Settings = Readonly<Record<string, unknown>> & {
  SMTP_URL?: string | undefined
  PUBLIC_URL?: string | undefined
  TRUSTED_PROXIES: string
}

const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full', 'true'])

/** The connections of a live shop that others on the network could read or change. */
export function unencryptedConnections(config: Settings): string[] {
  const problems: string[] = []
  for (const [name, value] of Object.entries(config)) {
    if (!/^DATABASE_(?:\w+_)?URL$/.test(name) || typeof value !== 'string') continue
    if (!isEncryptedDatabase(value)) {
      problems.push(
        `${name} connects without TLS (add sslmode=verify-full or sslmode=require to it)`,
      )
    }
  }
  if (config.SMTP_URL !== undefined && !isEncryptedMail(config.SMTP_URL)) {
    problems.push('SMTP_URL sends emails without TLS (use smtps:// or add ?requireTLS=true to it)')
  }
  if (config.PUBLIC_URL?.startsWith('https://') && config.TRUSTED_PROXIES === '') {
    problems.push(
      'TRUSTED_PROXIES is missing, though a proxy ends TLS in front of the shop (set the address of the proxy, for example loopback)',
    )
  }
  return problems
}

function isEncryptedDatabase(url: string): boolean {
  const mode = lastValue(url, 'sslmode') ?? lastValue(url, 'ssl')
  return TLS_MODES.has(mode ?? '') || hostsOf(url).every(isThisMachine)
}

function isEncryptedMail(url: string): boolean {
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
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) === 4) return address.startsWith('127.')
  return address === 'localhost' || address === '::1' || address.startsWith('/')
}
