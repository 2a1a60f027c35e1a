// npm run scale: runs the shop on three PostgreSQL nodes that fail, one row after the other, and prints the table of
// results.
import os from 'node:os'
import { parseArgs } from 'node:util'

import { clusterAt } from './cluster.mjs'
import { folder, eraseFiles, stopAll, whatToInstall } from './programs.mjs'
import { ROWS as GROWTH } from './channel-growth.mjs'
import { ROWS } from './rows.mjs'
import { command, startShops } from './shop-processes.mjs'

const CODES = 400
/** A voucher of so many points buys all evening. */
const POINTS = 20_000
const MOST_POINTS_OF_A_GIFT = 6

const say = (line) => process.stdout.write(`${line}\n`)

export async function main(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ports: { type: 'string', default: '4200' },
      kills: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const rows = { ...ROWS, ...GROWTH }
  const names = positionals.flatMap((name) => (name === 'failover' ? ['kill'] : [name]))
  const unknown = names.find((name) => !(name in rows))
  if (values.help || unknown) {
    say('npm run scale -- [ROW …] [--kills N] [--ports 4200] [--keep]')
    say('npm run scale -- failover --kills 10       the leader is killed ten times')
    for (const [name, { says }] of Object.entries(rows)) say(`  ${name.padEnd(18)} ${says}`)
    process.exit(unknown ? 2 : 0)
  }
  const missing = whatToInstall()
  if (missing) {
    process.stderr.write(`${missing}\n`)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stopAll().then(() => process.exit(1)))
  let failed = true
  try {
    failed = await run(rows, names.length > 0 ? names : Object.keys(rows), values)
  } finally {
    await stopAll()
    if (values.keep || failed) say(`Logs are in ${folder}`)
    else eraseFiles()
  }
  process.exit(failed ? 1 : 0)
}

async function run(rows, names, { ports, kills }) {
  const cluster = clusterAt(Number(ports))
  say('Starting etcd, three PostgreSQL with Patroni, HAProxy and two shops …')
  await cluster.start()
  await startShops(cluster)
  const rig = { cluster, synchronous: true, ...(await goods(cluster)) }
  const lines = []
  for (const name of names) {
    const times = name.startsWith('kill') ? Number(kills) : 1
    for (let time = 1; time <= times; time += 1) {
      const label = times > 1 ? `${name} ${time}` : name
      say(`${label}: ${rows[name].says} …`)
      const result = await rows[name].run(rig).catch((error) => ({ failed: error.message }))
      lines.push({ label, ...rows[name], ...result, load: os.loadavg()[0].toFixed(1) })
      tell(lines.at(-1))
    }
  }
  return table(lines)
}

/** Vouchers that may buy again and again, and gifts that never run out. */
async function goods(cluster) {
  const words = `vouchers create --channel 1014 --points ${POINTS} --count ${CODES} --valid-until 2099-12-31`
  const { code, said } = await command(cluster, words.split(' '))
  const codes = said.split('\n').flatMap((line) => /^[0-9a-z]{9}(?=,|$)/.exec(line) ?? [])
  if (code !== 0 || codes.length < CODES) throw new Error(`no vouchers: ${said.slice(0, 500)}`)
  const sql = cluster.sql()
  await sql`insert into stock_movement (sku, quantity, reason) select sku, 1000000, 'count' from stock`
  const gifts = await sql`
    select spli_id from offer join stock using (sku)
    where channel_id = '1014' and points between 1 and ${MOST_POINTS_OF_A_GIFT}`
  await sql.end()
  return { codes, gifts: gifts.map(({ spli_id }) => spli_id) }
}

const others = (answers) =>
  [...answers].filter(([status]) => status !== 200).map(([status, count]) => `${count} × ${status}`)

function tell(line) {
  const { odd = [], note = line.failed } = line
  say(note ? `  ${note}` : `  ${cellsOf(line).slice(1).join(' · ')}`)
  for (const { at, ms, what, status, said } of odd
    .filter(({ status, ms }) => status !== 503 || ms > 3000)
    .slice(0, 8))
    say(`  at ${Math.round(at)} ms ${what}: ${status} after ${Math.round(ms)} ms ${said}`)
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

function cellsOf(line) {
  const { label, load, note = line.failed } = line
  if (note) return [label, note, ...Array(8).fill(''), load]
  const { asked, orders, lost, twice, answers, held, longest, check } = line
  const odd = others(answers).join(', ') || 'none'
  return [
    label,
    asked,
    orders.length,
    lost,
    twice,
    seconds(line.pause),
    odd,
    held,
    seconds(longest),
    check,
    load,
  ]
}

/** Answers whether anything is as it must not be. */
function table(lines) {
  const HEAD = [
    'row',
    'requests',
    'orders',
    'lost',
    'numbers twice',
    'longest pause',
    'answers that were not 200',
    'held > 3 s',
    'longest request',
    'check',
    'load',
  ]
  say('')
  say(`| ${HEAD.join(' | ')} |`)
  say(`|${HEAD.map(() => ' --- |').join('')}`)
  for (const line of lines) say(`| ${cellsOf(line).join(' | ')} |`)
  const wrong = lines.filter(
    (line) =>
      line.failed ||
      (!line.note &&
        ((line.lost > 0 && !line.mayLose) ||
          line.twice > 0 ||
          line.held > 0 ||
          line.check !== 'agree' ||
          line.answers.has(500))),
  )
  say(
    wrong.length === 0
      ? 'All results are as required.'
      : `Not as it has to be: ${wrong.map(({ label }) => label).join(', ')}.`,
  )
  return wrong.length > 0
}
