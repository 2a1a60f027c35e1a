import type { FastifyInstance } from 'fastify'

import { type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { changeView, removeView, saveView, savedViews } from '#contract/shared/saved-views.staff.ts'
import { type Queries, violates } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { deleteSavedViews } from '#server/lists/saved-view.sql.ts'

type Row = {
  id: number
  page: string
  owner_id: number
  owner: string
  name: string
  shared: boolean
  query: string
}

export function viewRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, savedViews, handleSavedViews)

  serveStaff(app, backoffice, saveView, handleSaveView)

  serveStaff(app, backoffice, changeView, handleChangeView)

  serveStaff(app, backoffice, removeView, handleRemoveView)
}

async function handleSavedViews(
  { page }: ParsedInput<typeof savedViews>,
  { sql, colleague, within, may }: SignedIn,
) {
  const rows = await sql<Row[]>`
      select saved_view.*, staff.name as owner
      from saved_view join staff on staff.id = saved_view.owner_id
      where page = ${page} and (owner_id = ${colleague.id} or (shared and left_at is null))
      order by owner_id <> ${colleague.id}, lower(saved_view.name), saved_view.id`
  const visible = rows.filter(
    (row) => row.owner_id === colleague.id || (mayOpen(page, may) && isInChannels(row, within)),
  )
  return { items: visible.map((row) => viewOf(row, colleague.id)) }
}

async function handleSaveView(
  { page, ...view }: ParsedInput<typeof saveView>,
  { sql, colleague, audit }: SignedIn,
) {
  const id = await writeUniqueName(
    sql,
    (sql) => sql<{ id: number }[]>`
        insert into saved_view (page, owner_id, name, shared, query)
        values (${page}, ${colleague.id}, ${view.name}, ${view.shared}, ${view.query})
        returning id`,
  )
  if (id === null) return refuseStaff('name-taken')
  audit({
    action: 'view.saved',
    subjectKind: 'view',
    subjectId: String(id),
    after: { page, ...view },
    personal: PERSONAL_FIELDS,
  })
  return { id: String(id), mine: true, owner: colleague.name, ...view }
}

async function handleChangeView(
  { id, ...view }: ParsedInput<typeof changeView>,
  { sql, colleague, audit }: SignedIn,
) {
  const before = await findOwnView(sql, id, colleague.id)
  if (refused(before)) return before
  const changed = await writeUniqueName(
    sql,
    (sql) => sql<{ id: number }[]>`
        update saved_view set name = ${view.name}, shared = ${view.shared}, query = ${view.query}
        where id = ${before.id} returning id`,
  )
  if (changed === null) return refuseStaff('name-taken')
  audit({
    action: 'view.changed',
    subjectKind: 'view',
    subjectId: id,
    before: auditValues(before),
    after: view,
    personal: PERSONAL_FIELDS,
  })
  return { id, mine: true, owner: colleague.name, ...view }
}

async function handleRemoveView(
  { id }: ParsedInput<typeof removeView>,
  { sql, colleague, audit }: SignedIn,
) {
  const before = await findOwnView(sql, id, colleague.id)
  if (refused(before)) return before
  await deleteSavedViews(sql, [before.id])
  audit({
    action: 'view.removed',
    subjectKind: 'view',
    subjectId: id,
    before: auditValues(before),
    personal: PERSONAL_FIELDS,
  })
  return {}
}

/** A search may contain a person's name. */
const PERSONAL_FIELDS = ['name', 'query']

/** The call that answers each list. A name that ends in '-' stands for all lists whose name begins with it. */
const CALL_OF_LIST: Readonly<Record<string, StaffCallName>> = {
  approvals: 'approvals',
  audit: 'audit',
  'batch-people': 'batchRecipients',
  batches: 'batches',
  campaigns: 'campaigns',
  'catalogue-changes': 'bulkChanges',
  channels: 'channelList',
  content: 'contentNodes',
  digital: 'digitalStocks',
  employers: 'employers',
  expired: 'expiries',
  expiring: 'batches',
  'figures-': 'metricRows',
  gifts: 'gifts',
  imports: 'imports',
  inbox: 'inbox',
  'inbox-': 'inbox',
  'long-work': 'backgroundJobs',
  media: 'media',
  'money-': 'paymentRows',
  orders: 'staffOrders',
  parcels: 'parcels',
  releases: 'releases',
  'retention-runs': 'erasureRuns',
  returns: 'withdrawals',
  simulations: 'simulations',
  staff: 'staff',
  'staff-tokens': 'staffTokens',
  stock: 'stockGifts',
  suppliers: 'suppliers',
  tasks: 'tasks',
  vouchers: 'vouchers',
  'webhook-log': 'webhookDeliveries',
  webhooks: 'webhooks',
}
const CHANNEL_FILTERS = ['channel', 'channels', 'not_in']

/** undefined: the list does not exist. */
export function callOfList(page: string): StaffCallName | undefined {
  const prefix = page.slice(0, page.indexOf('-') + 1)
  const name = [page, prefix].find((candidate) => Object.hasOwn(CALL_OF_LIST, candidate))
  return name === undefined ? undefined : CALL_OF_LIST[name]
}

/** A colleague without access to a list sees none of its views. */
function mayOpen(page: string, may: StaffCaller['may']): boolean {
  const call = callOfList(page)
  if (call === undefined) return false
  const { needs } = staffPaths[call]
  return needs === 'signed-in' || needs === 'nobody' || may(needs)
}

/** A view with a channel filter may contain an order or a person, so only colleagues of those channels see it. */
function isInChannels({ query }: Row, within: (channel: string) => boolean): boolean {
  const parameters = new URLSearchParams(query)
  return CHANNEL_FILTERS.flatMap((filter) => parameters.getAll(filter))
    .flatMap((value) => value.split(','))
    .every((channel) => channel === '' || within(channel))
}

/** The view for a change, which only its owner may make. Others learn that it exists only if it is shared. */
async function findOwnView(sql: Queries, id: string, staffId: number) {
  const [view] = await sql<Row[]>`
    select saved_view.*, '' as owner from saved_view where id = ${Number(id)} for update`
  if (!view || (view.owner_id !== staffId && !view.shared)) return refuseStaff('not-found')
  return view.owner_id === staffId ? view : refuseStaff('not-allowed')
}

/** null if a view with the same name exists, even if it is saved at the same moment. */
async function writeUniqueName(
  sql: Queries,
  write: (sql: Queries) => PromiseLike<{ id: number }[]>,
): Promise<number | null> {
  if (!('savepoint' in sql)) throw new Error('saving a view requires a transaction')
  try {
    const [row] = await sql.savepoint(async (sql) => write(sql))
    return row?.id ?? null
  } catch (error) {
    if (violates(error, 'saved_view_page_owner_id_name_key')) return null
    throw error
  }
}

const auditValues = ({ page, name, shared, query }: Row) => ({ page, name, shared, query })

const viewOf = ({ id, owner_id, owner, name, shared, query }: Row, staffId: number) => ({
  id: String(id),
  mine: owner_id === staffId,
  owner,
  name,
  shared,
  query,
})
