// Three PostgreSQL nodes under Patroni with etcd, HAProxy in front of the leader, and PgBouncer in front of HAProxy.
import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'

import { connect } from './connect.mjs'
import { folder, folderFor, pathOf, start, stop, waitUntil } from './programs.mjs'

const NODES = [1, 2, 3]
const USER = 'postgres'

/** As in docs/scale.md, but with shorter times: a leader that is silent for `ttl` seconds loses its role. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 }

export const clusterAt = (first) => new Cluster(first)

const portsFrom = (first) => ({
  etcd: first,
  etcdPeer: first + 1,
  writer: first + 2,
  pool: first + 3,
  front: first + 4,
  postgres: (node) => first + 10 + node,
  api: (node) => first + 20 + node,
  shop: (number) => first + 30 + number,
})

const addressOf = (port, database = 'giftpoint') =>
  `postgres://${USER}@127.0.0.1:${port}/${database}`

class Cluster {
  constructor(first) {
    this.port = portsFrom(first)
    this.socket = path.join(folder, 'haproxy.sock')
    this.url = addressOf(this.port.writer)
    this.poolUrl = addressOf(this.port.pool)
    const nodes = NODES.map((node) => `127.0.0.1:${this.port.postgres(node)}`).join(',')
    this.hostsUrl = `postgres://${USER}@${nodes}/giftpoint?target_session_attrs=read-write`
    this.front = `http://127.0.0.1:${this.port.front}`
  }

  sql() {
    return connect({ url: this.url }, { max: 1 })
  }

  async start() {
    const { port } = this
    start('etcd', pathOf('etcd'), etcdOptions(port))
    await waitUntil('etcd', async () => (await fetch(`http://127.0.0.1:${port.etcd}/health`)).ok)
    this.startNode(1)
    await waitUntil('a leader', () => this.leader())
    for (const node of NODES.slice(1)) this.startNode(node)
    this.#startBalancer()
    await this.untilComplete(true)
    const admin = connect({ url: addressOf(port.writer, 'postgres') }, { max: 1 })
    await waitUntil('the way to the leader', () => admin`select 1`)
    await admin`create database giftpoint`
    await admin.end()
  }

  startNode(node) {
    const place = folderFor(`p${node}`)
    const file = path.join(folder, `p${node}.yml`)
    writeFileSync(file, JSON.stringify(nodeSettings({ node, place, port: this.port })))
    start(`p${node}`, pathOf('patroni'), [file], {
      asPostgres: true,
      environment: { HOME: place },
    })
  }

  startPool() {
    const file = path.join(folder, 'pgbouncer.ini')
    writeFileSync(file, poolSettings(this.port))
    const { uid, gid } = statSync(folderFor('pgbouncer'))
    chownSync(file, uid, gid)
    start('pgbouncer', pathOf('pgbouncer'), [file], { asPostgres: true })
  }

  async leader() {
    const found = (await this.#members()).find(({ role }) => role === 'leader')
    return found ? Number(found.name.slice(1)) : undefined
  }

  /** All three, and with a synchronous standby where there is to be one. */
  untilComplete(synchronous) {
    return waitUntil('a whole cluster', async () => {
      const all = await this.#members()
      const isRunning = all.every(({ state }) => state === 'running' || state === 'streaming')
      const standby = all.some(({ role }) => role === 'sync_standby')
      return all.length === NODES.length && isRunning && standby === synchronous
    })
  }

  async setSynchronous(synchronous) {
    const body = JSON.stringify({ synchronous_mode: synchronous })
    await waitUntil('settings', async () => {
      const answer = await this.#api(await this.leader(), '/config', { method: 'PATCH', body })
      return answer.ok
    })
    await this.untilComplete(synchronous)
  }

  async failOver() {
    const now = await this.leader()
    const others = (await this.#members()).filter(({ role }) => role !== 'leader')
    const next = others.find(({ role }) => role === 'sync_standby') ?? others[0]
    const body = JSON.stringify({ leader: `p${now}`, candidate: next.name })
    const answer = await this.#api(now, '/switchover', { method: 'POST', body })
    if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`)
  }

  /** Fails like a lost machine. With a lag, its last writes have reached no replica. */
  async killLeader({ lagMs = 0, wait }) {
    const node = await this.leader()
    const pid = postmasterOf(node)
    const senders = lagMs > 0 ? childrenOf(pid, 'walsender') : []
    for (const sender of senders) process.kill(sender, 'SIGSTOP')
    await wait(lagMs)
    const stopped = stop(`p${node}`, 'SIGKILL')
    for (const one of [pid, ...senders]) process.kill(one, 'SIGKILL')
    await stopped
    return node
  }

  /** The standby that every commit waits for goes away without a word. */
  async freezeStandby() {
    const found = (await this.#members()).find(({ role }) => role === 'sync_standby')
    const pid = postmasterOf(Number(found.name.slice(1)))
    const frozen = [pid, ...childrenOf(pid, '')]
    for (const one of frozen) process.kill(one, 'SIGSTOP')
    return () => {
      for (const one of frozen) process.kill(one, 'SIGCONT')
    }
  }

  /** To HAProxy, about a shop. */
  sendToHaproxy(command) {
    return new Promise((done, fail) => {
      const line = net.connect(this.socket, () => line.write(`${command}\n`))
      line.on('data', () => {})
      line.on('error', fail)
      line.on('close', done)
    })
  }

  /** The cluster members, from any node that answers. */
  async #members() {
    for (const node of NODES) {
      try {
        return (await (await this.#api(node, '/cluster')).json()).members
      } catch {
        // This one is away.
      }
    }
    return []
  }

  #api(node, endpoint, init) {
    return fetch(`http://127.0.0.1:${this.port.api(node)}${endpoint}`, {
      signal: AbortSignal.timeout(15_000),
      ...init,
    })
  }

  #startBalancer() {
    const file = path.join(folder, 'haproxy.cfg')
    writeFileSync(file, balancerSettings(this))
    start('haproxy', pathOf('haproxy'), ['-db', '-f', file])
  }
}

const postmasterOf = (node) =>
  Number(readFileSync(path.join(folder, `p${node}/data/postmaster.pid`), 'utf8').split('\n')[0])

const childrenOf = (pid, text) =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '' && line.includes(text))
    .map((line) => Number.parseInt(line, 10))

const etcdOptions = ({ etcd, etcdPeer }) =>
  Object.entries({
    name: 'one',
    'data-dir': path.join(folder, 'etcd'),
    'log-level': 'warn',
    'listen-client-urls': `http://127.0.0.1:${etcd}`,
    'advertise-client-urls': `http://127.0.0.1:${etcd}`,
    'listen-peer-urls': `http://127.0.0.1:${etcdPeer}`,
    'initial-advertise-peer-urls': `http://127.0.0.1:${etcdPeer}`,
    'initial-cluster': `one=http://127.0.0.1:${etcdPeer}`,
  }).flatMap(([name, value]) => [`--${name}`, value])

function nodeSettings({ node, place, port }) {
  const own = (portOf) => `127.0.0.1:${portOf(node)}`
  return {
    scope: 'giftpoint',
    name: `p${node}`,
    restapi: { listen: own(port.api), connect_address: own(port.api) },
    etcd3: { hosts: `127.0.0.1:${port.etcd}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // Sixteen times what it is elsewhere: a row lets the standbys lag on purpose, and one of them has to take over.
        maximum_lag_on_failover: 16_777_216,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 300,
            wal_keep_size: '256MB',
            wal_log_hints: 'on',
            shared_buffers: '128MB',
            max_wal_size: '2GB',
            jit: 'off',
            timezone: 'UTC',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
    postgresql: {
      listen: own(port.postgres),
      connect_address: own(port.postgres),
      data_dir: path.join(place, 'data'),
      bin_dir: path.dirname(pathOf('pg_controldata')),
      pgpass: path.join(place, 'pgpass'),
      authentication: {
        superuser: { username: USER, password: 'scale' },
        replication: { username: 'replicator', password: 'scale' },
        rewind: { username: 'rewinder', password: 'scale' },
      },
      parameters: { unix_socket_directories: place },
    },
  }
}

/** The same settings as in docs/scale.md. */
const balancerSettings = ({ port, socket }) => `
global
  maxconn 4000
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen writer
  mode tcp
  bind 127.0.0.1:${port.writer}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${NODES.map((node) => `  server p${node} 127.0.0.1:${port.postgres(node)} check port ${port.api(node)}`).join('\n')}
frontend shop
  mode http
  bind 127.0.0.1:${port.front}
  timeout client 30s
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto http
  option forwardfor
  default_backend shops
backend shops
  mode http
  timeout server 35s
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
  retries 3
  option redispatch 1
  retry-on conn-failure
  default-server inter 1s fastinter 200ms downinter 500ms fall 2 rise 1
${[1, 2].map((number) => `  server s${number} 127.0.0.1:${port.shop(number)} check`).join('\n')}
`

const poolSettings = (port) => `
[databases]
giftpoint = host=127.0.0.1 port=${port.writer} dbname=giftpoint user=${USER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port.pool}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
query_wait_timeout = 2
`
