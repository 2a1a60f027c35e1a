import { Connection, connectionError, type HostSettings } from './connection.ts'

export type Address =
  | { url: string }
  | { host: string; port: number; user: string; password?: string | undefined; database: string }

/** The hosts of an address, each tried once and in order for a new connection. */
export type Hosts = { hosts: HostSettings[]; mustBeWritable: boolean }

type ConnectOptions = Pick<HostSettings, 'connectMs' | 'pipelined' | 'parameters'>

/** Parameters for the client. All others are session settings. */
const CLIENT_PARAMETERS = new Set(
  'sslmode ssl target_session_attrs connect_timeout idle_timeout max_lifetime keep_alive'.split(
    ' ',
  ),
)

export function hostsOf(address: Address, options: ConnectOptions): Hosts {
  if (!('url' in address))
    return { hosts: [{ ...address, ...options, ssl: false }], mustBeWritable: false }
  // `URL` cannot parse a list of hosts.
  const [before, names, after] = splitAtHosts(address.url)
  const url = new URL(`${before}host${after}`)
  const query = url.searchParams
  const parameters = { ...options.parameters }
  for (const [key, value] of query) if (!CLIENT_PARAMETERS.has(key)) parameters[key] = value
  const common = {
    ...options,
    parameters,
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  const hosts = decodeURIComponent(names)
    .split(',')
    .flatMap((name) => {
      const [, host = '', port = '5432'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(name) ?? []
      const tlsModes = tlsModesOf(query.get('sslmode') ?? query.get('ssl'))
      return tlsModes.map((ssl) => ({
        ...common,
        host: host || 'localhost',
        port: Number(port),
        ssl,
      }))
    })
  return { hosts, mustBeWritable: query.has('target_session_attrs') }
}

function splitAtHosts(url: string) {
  const start = url.indexOf('://') + 3
  const [authority = ''] = url.slice(start).split(/[/?]/)
  const first = start + authority.lastIndexOf('@') + 1
  const last = start + authority.length
  return [url.slice(0, first), url.slice(first, last), url.slice(last)] as const
}

const ANY_CERTIFICATE = { rejectUnauthorized: false }

/** With or without TLS, as PostgreSQL's tools interpret sslmode. */
function tlsModesOf(mode: string | null) {
  if (mode === null || mode === 'disable' || mode === 'false') return [false]
  if (mode === 'require') return [ANY_CERTIFICATE]
  if (mode === 'prefer' || mode === 'allow') return [ANY_CERTIFICATE, false]
  return [{ rejectUnauthorized: true }]
}

/** The first host that answers and, if the address requires it, accepts writes. */
export async function openFirst(
  { hosts, mustBeWritable }: Hosts,
  onOpen: (connection: Connection) => void,
): Promise<Connection> {
  let failure: unknown
  for (const host of hosts) {
    const connection = new Connection(host)
    onOpen(connection)
    try {
      await connection.open()
      if (!mustBeWritable || (await isWritable(connection))) return connection
      failure = connectionError('CONNECTION_CLOSED', 'this host is a copy of another')
    } catch (error) {
      failure = error
    }
    connection.destroy()
  }
  throw failure
}

async function isWritable(connection: Connection) {
  const [row] = await connection.send({
    text: `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as is_writable`,
  })
  return row?.['is_writable'] === true
}
