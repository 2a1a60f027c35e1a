import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { connect, type Queries, type Sql } from '#server/platform/db/database.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { generateCodes } from '#tools/simulation/simulated-codes.ts'
import { DEFAULT_PEPPER } from '#server/platform/config/config.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type SimulationDatabase = {
  folder: string
  sql: Sql
  settings: { host: string; port: number; user: string; database: string }
  close(): Promise<void>
}

const OF_CHANNELS = 'channel_id = any($1)'
const OF_GIFTS = 'product_id in (select id from product where owner_channel_id = any($1))'

/**
 * The tables with a channel's gifts, content and settings. Only these are copied, so that no real person, order or
 * secret leaves the shop. A new table is left behind until it is listed here. $1: the copied channels.
 */
const COPIED = {
  channel: 'id = any($1)',
  picture: '',
  supplier: '',
  brand: '',
  tag_group: '',
  tag: '',
  dimension: '',
  dimension_value: '',
  product: 'owner_channel_id = any($1)',
  product_text: `${OF_CHANNELS} and ${OF_GIFTS}`,
  product_tag: OF_GIFTS,
  cross_sell: `${OF_GIFTS} and other_id in (select id from product where owner_channel_id = any($1))`,
  article: OF_GIFTS,
  stock: `sku in (select sku from article where ${OF_GIFTS})`,
  // Only its own prices: no holder buys in the other channels.
  offer: 'channel_id = ($1::text[])[1]',
  content: OF_CHANNELS,
  navigation_item: OF_CHANNELS,
  navigation_tag: OF_CHANNELS,
  home_tile: OF_CHANNELS,
  vat_rate: '',
  media_alt_text: '',
  gift_keyword: OF_CHANNELS,
} as const satisfies Record<string, string>

export const COPIED_TABLES: readonly string[] = Object.keys(COPIED)

/** The tables that are not copied. A new table must be in one of the two lists. */
export const LEFT_BEHIND: readonly string[] = [
  // Real people and their access.
  [
    'voucher',
    'voucher_batch',
    'pending_voucher_code',
    'previous_voucher_code',
    'voucher_expiry',
    'batch_change',
    'sender_backup',
    'batch_recipient_sequence',
    'campaign',
    'employer',
    'employer_statistic',
    'employer_invitation',
    'employer_passkey',
    'employer_reminder',
    'employer_session',
    'employer_user',
    'recipient',
    'acting_summary',
    'code_release',
    'code_export',
    'session',
    'session_transfer_token',
    'login_attempt',
    'visit',
    'wish',
    'pepper',
    'staff',
    'used_webauthn_challenge',
    'staff_channel',
    'staff_mfa_method',
    'staff_identity',
    'staff_invitation',
    'staff_session',
    'staff_token',
    'account_notice',
    'known_device',
    'password_failure',
    'password_reset',
    'reset_request',
    'presence',
  ],
  // What was ordered, paid, sent, given back and asked.
  [
    'cart',
    'cart_line',
    'orders',
    'order_line',
    'order_event',
    'order_note',
    'order_number_timeline',
    'order_cancellation',
    'stock_movement',
    'stock_reservation',
    'ledger',
    'voucher_balance',
    'payment',
    'refund',
    'voucher_activation',
    'chargeback',
    'chargeback_end',
    'settlement',
    'settlement_item',
    'credit',
    'credit_line',
    'credit_proposal',
    'credit_vat',
    'withdrawal',
    'withdrawal_line',
    'withdrawal_return',
    'replacement_offer',
    'parcel',
    'parcel_line',
    'purchase_order',
    'purchase_order_line',
    'purchase_link',
    'digital_item',
    'mail',
    'idempotency_key',
    'staff_idempotency_key',
    'job',
    'outbound_request',
    'feed_cursor',
    'service_request',
    'service_message',
    'service_attachment',
    'incoming_mail',
    'unreadable_mail',
    'manual_points_grant',
    'impersonation',
    'voucher_note',
  ],
  // Codes worth money, and webhook receivers.
  [
    'digital_code',
    'code_import',
    'webhook_endpoint',
    'webhook_event',
    'webhook_delivery',
    'webhook_attempt',
    'channel_host',
  ],
  // The back office's own work and records.
  [
    'applied_default_texts',
    'approval',
    'task',
    'audit',
    'audit_personal',
    'bulk_change',
    'bulk_change_row',
    'cleanup_run',
    'content_version',
    'background_job',
    'background_job_part',
    'import_mapping',
    'import_row',
    'import_run',
    'change_event',
    'nightly_check',
    'image_uploader',
    'picture_replacement',
    'email_image',
    'simulation',
    'release',
    'release_change',
    'retention_run',
    'saved_answer',
    'saved_view',
    'stock_correction',
    'sales_velocity',
    'sales_velocity_counted',
    'warehouse_count',
    'vat_rate_review',
    'accounting_payment',
    'accounting_month',
    'accounting_vat',
    'closed_month_reopening',
    'closed_month_hash',
    'migration',
  ],
  // The state of the sandbox services.
  [
    'sandbox_chargeback',
    'sandbox_mail',
    'sandbox_payment',
    'sandbox_refund',
    'sandbox_warehouse_event',
    'sandbox_warehouse_order',
  ],
].flat()

const ROWS_AT_ONCE = 400
const FOLDERS = 'giftpoint-simulation-'
/** Who plays in it. */
const OWNER = 'owner'

/** The database is temporary, so no commit has to wait for the disk. */
const NOTHING_TO_KEEP = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Weeks pass in minutes: autovacuum runs by real time, and without fresh statistics queries on a grown table scan
  // it completely.
  'autovacuum_naptime=5s',
]

/** A PostgreSQL of its own, in a folder that goes away: no lock, no change event and no row of the real one is ever touched. */
export async function simulationDatabase(abort?: AbortSignal): Promise<SimulationDatabase> {
  await sweep()
  const folder = await mkdtemp(path.join(os.tmpdir(), FOLDERS))
  await writeFile(path.join(folder, OWNER), String(process.pid))
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'database'),
    maxConnections: 80,
    settings: NOTHING_TO_KEEP,
    abort,
  })
  const sql = connect(server.connection, { max: 6 })
  const close = async () => {
    await sql.end({ timeout: 1 })
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await prepareTables(sql, () => {})
    return { folder, sql, settings: server.connection, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Ends the database of a killed simulation, which would run forever. */
async function sweep() {
  const names = await readdir(os.tmpdir())
  for (const name of names.filter((one) => one.startsWith(FOLDERS))) {
    const folder = path.join(os.tmpdir(), name)
    const owner = await readFile(path.join(folder, OWNER), 'utf8').catch(() => '')
    // One that has no owner yet is being made right now.
    if (owner === '' || lives(Number(owner))) continue
    const left = await startEmbeddedPostgres({ folder: path.join(folder, 'database') })
    await left.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function lives(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is alive, too.
    return codeOf(error) === 'EPERM'
  }
}

/** The channel with what it shows, read at one moment and written nowhere but into the copy. */
export async function copyChannel(from: Sql, to: Sql, channel: string): Promise<void> {
  const [known] = await from`select from channel where id = ${channel}`
  if (!known) throw new StartupProblem(`There is no channel ${channel}.`)
  await from.begin('isolation level repeatable read read only', async (source) => {
    await source`set local statement_timeout = 0`
    await source`set local idle_in_transaction_session_timeout = 0`
    const channels = await channelsOf(source, channel)
    await to.begin(async (copy) => {
      // Rows are copied unchanged: triggers have already had their effect on them.
      await copy`set local session_replication_role = replica`
      for (const [table, where] of Object.entries(COPIED))
        await copyTable(source, copy, { table, where, channels })
      await copy`set local session_replication_role = origin`
      // A simulation also works for a channel that is not open yet.
      await copy`update channel set state = 'open' where id = ${channel}`
      const amounts = await source<{ sku: string; quantity: number }[]>`
        select sku, on_hand - reserved as quantity from stock where on_hand > reserved`
      for (let first = 0; first < amounts.length; first += ROWS_AT_ONCE)
        await copy`
          insert into stock_movement ${copy(
            amounts.slice(first, first + ROWS_AT_ONCE).map((one) => ({ ...one, reason: 'count' })),
          )}`
      await generateCodes(source, copy, DEFAULT_PEPPER)
    })
  })
}

/** The channel first, then the shared one and those whose gifts it offers. */
async function channelsOf(sql: Queries, channel: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from channel where id in (${channel}, ${SHARED_CHANNEL}) union
    select owner_channel_id from product join article on product_id = product.id join offer using (sku)
    where offer.channel_id = ${channel}`
  return [channel, ...rows.map(({ id }) => id).filter((id) => id !== channel)]
}

type Part = { table: string; where: string; channels: string[] }

async function copyTable(source: Queries, copy: Queries, part: Part) {
  const { table, where, channels } = part
  const columns = await columnsOf(copy, table)
  const list = columns.map(({ text }) => text).join(', ')
  const names = columns.map(({ name }) => name).join(', ')
  // The rows of a new shop are replaced by those of this one.
  await copy.unsafe(`delete from ${table}`)
  await source.unsafe(
    `declare copied cursor for
     select to_jsonb(part) as row from (select ${list} from ${table} ${where && `where ${where}`}) part`,
    where.includes('$1') ? [channels] : [],
  )
  for (;;) {
    const rows = await source.unsafe<{ row: object }[]>(`fetch ${ROWS_AT_ONCE} from copied`)
    if (rows.length === 0) break
    await copy.unsafe(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [copy.json(rows.map(({ row }) => row))],
    )
  }
  await source`close copied`
}

/** Without generated columns. References to tables that are not copied are omitted. */
async function columnsOf(sql: Queries, table: string) {
  const rows = await sql<{ name: string; leads: string | null; nullable: boolean }[]>`
    select format('%I', attname) as name, not attnotnull as nullable, (
      select confrelid::regclass::text from pg_constraint
      where contype = 'f' and conrelid = attrelid and conkey = array[attnum]) as leads
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  return rows
    .filter(({ leads, nullable }) => !nullable || leads === null || leads in COPIED)
    .map(({ name }) => ({ name, text: said(table, name) }))
}

/** A picture is known by its name alone, and a supplier has a mailbox that can exist nowhere. */
function said(table: string, column: string) {
  if (table === 'picture' && column === 'bytes') return `'\\x00'::bytea as bytes`
  if (table === 'supplier' && column === 'email')
    return `'supplier-' || id || '@simulation.invalid' as email`
  // Stock starts with a count, as everywhere.
  if (table === 'stock' && (column === 'on_hand' || column === 'reserved')) return `0 as ${column}`
  return column
}
