// npm run scale: runs the shop on three PostgreSQL nodes that fail, one row after the other, and prints the table of
// results.
import os from 'node:os'
import { parseArgs } from 'node:util'

import { clusterAt } from './cluster.mjs'
import { folder, eraseFiles, stopAll, installHint } from './programs.mjs'
import { ROWS as GROWTH } from './channel-growth.mjs'
import { ROWS } from './rows.mjs'
import { command, startShops } from './shop-processes.mjs'

const CODES = 400
/** A voucher of so many points buys all evening. */
const POINTS = 20_000
const MAX_GIFT_POINTS = 6

const print = (line) => process.stdout.write(`${line}\n`)

export async function main(args) {
  const { values, positionals } = parseArgs({
    args,
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
    print('npm run scale -- [ROW …] [--kills N] [--ports 4200] [--keep]')
    print('npm run scale -- failover --kills 10       the leader is killed ten times')
    for (const [name, { description }] of Object.entries(rows))
      print(`  ${name.padEnd(18)} ${description}`)
    process.exit(unknown ? 2 : 0)
  }
  const missing = installHint()
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
    if (values.keep || failed) print(`Logs are in ${folder}`)
    else eraseFiles()
  }
  process.exit(failed ? 1 : 0)
}

async function run(rows, names, { ports, kills }) {
  const cluster = clusterAt(Number(ports))
  print('Starting etcd, three PostgreSQL with Patroni, HAProxy and two shops …')
  await cluster.start()
  await startShops(cluster)
  const rig = { cluster, synchronous: true, ...(await createGoods(cluster)) }
  const lines = []
  for (const name of names) {
    const times = name.startsWith('kill') ? Number(kills) : 1
    for (let time = 1; time <= times; time += 1) {
      const label = times > 1 ? `${name} ${time}` : name
      print(`${label}: ${rows[name].description} …`)
      const result = await rows[name].run(rig).catch((error) => ({ failed: error.message }))
      lines.push({ label, ...rows[name], ...result, load: os.loadavg()[0].toFixed(1) })
      printLine(lines.at(-1))
    }
  }
  return printTable(lines)
}

/** Vouchers that may buy again and again, and gifts that never run out. */
async function createGoods(cluster) {
  const options = `vouchers create --channel 1014 --points ${POINTS} --count ${CODES} --valid-until 2099-12-31`
  const { code, said } = await command(cluster, options.split(' '))
  const codes = said.split('\n').flatMap((line) => /^[0-9a-z]{9}(?=,|$)/.exec(line) ?? [])
  if (code !== 0 || codes.length < CODES) throw new Error(`no vouchers: ${said.slice(0, 500)}`)
  const sql = cluster.sql()
  await sql`insert into stock_movement (sku, quantity, reason) select sku, 1000000, 'count' from stock`
  const gifts = await sql`
    select spli_id from offer join stock using (sku)
    where channel_id = '1014' and points between 1 and ${MAX_GIFT_POINTS}`
  await sql.end()
  return { codes, gifts: gifts.map(({ spli_id }) => spli_id) }
}

const otherStatuses = (answers) =>
  [...answers].filter(([status]) => status !== 200).map(([status, count]) => `${count} × ${status}`)

function printLine(line) {
  const { unexpected = [], note = line.failed } = line
  print(note ? `  ${note}` : `  ${cellsOf(line).slice(1).join(' · ')}`)
  for (const { at, ms, what, status, said } of unexpected
    .filter(({ status, ms }) => status !== 503 || ms > 3000)
    .slice(0, 8))
    print(`  at ${Math.round(at)} ms ${what}: ${status} after ${Math.round(ms)} ms ${said}`)
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

function cellsOf(line) {
  const { label, load, note = line.failed } = line
  if (note) return [label, note, ...Array(8).fill(''), load]
  const { requestCount, orders, lost, twice, answers, held, longest, check } = line
  const odd = otherStatuses(answers).join(', ') || 'none'
  return [
    label,
    requestCount,
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
function printTable(lines) {
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
  print('')
  print(`| ${HEAD.join(' | ')} |`)
  print(`|${HEAD.map(() => ' --- |').join('')}`)
  for (const line of lines) print(`| ${cellsOf(line).join(' | ')} |`)
  const failed = lines.filter(
    (line) =>
      line.failed ||
      (!line.note &&
        ((line.lost > 0 && !line.mayLose) ||
          line.twice > 0 ||
          line.held > 0 ||
          line.check !== 'agree' ||
          line.answers.has(500))),
  )
  print(
    failed.length === 0
      ? 'All results are as required.'
      : `Not as it has to be: ${failed.map(({ label }) => label).join(', ')}.`,
  )
  return failed.length > 0
}
