import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addSupplier,
  answerForSupplier,
  changeSupplier,
  purchaseAsSeen,
  purchasesAsFile,
  sendPurchase,
  staffSupplier,
  supplierBrands,
  suppliers,
} from '#contract/fulfilment/suppliers.staff.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { destination } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import { findOrder, type OrderRow, ordersByNumber } from '#server/modules/orders/order.sql.ts'
import { noLongerNeeds } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { csvDownload } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { RawResponse } from '#server/http/raw-response.ts'
import { asItOpens, findPurchase } from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import { sendPurchaseAgain } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import { answerPurchase } from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'
import { supplierView } from '#server/modules/fulfilment/suppliers/supplier-view.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Two presses of one button are one mail. */
const AGAIN_AFTER_MS = 10_000
const NEWEST = 100

const withinBackoffice = (policy: string) =>
  policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

type Listed = {
  id: string
  name: string
  way: 'mail' | 'csv'
  open: number
  late: number
  declined: number
}

/** Suppliers without accounts, as the back office sees them; what they answer may be entered in their place. */
export function staffSupplierRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice

  serveStaff(app, backoffice, suppliers, listSuppliers)

  serveStaff(app, backoffice, staffSupplier, async ({ id }, { sql, channels }) => {
    const supplier = await findSupplier(sql, id)
    if (!supplier) return refuseStaff('not-found')
    type Row = { number: string; channel: string; late: boolean; mendable: boolean }
    const rows = await sql<Row[]>`
      select purchase_order.number, channel_id as channel, reminded > 0 as late, exists (
        select from purchase_order_line line
          join parcel on parcel.order_number = line.order_number and parcel.code = parcel_code
            and parcel.month = orders.month
        where line.number = purchase_order.number and parcel.state = 'sent') as mendable
      from purchase_order join orders on orders.number = order_number
      where supplier_id = ${id} ${ofChannels(sql, channels)}
      order by purchase_order.made_at desc, purchase_order.number desc limit ${NEWEST}`
    const purchases = await Promise.all(
      rows.map(async ({ number, channel, late, mendable }) => {
        const found = await findPurchase(sql, number)
        if (!found) throw new Error(`purchase order ${number} is gone`)
        const open = found.lines.some(({ state }) => state === 'open')
        return {
          number,
          order: found.orderNumber,
          channel,
          made_at: found.madeAt.toISOString(),
          confirmed_at: found.confirmedAt?.toISOString() ?? null,
          last_step_at: found.lastStepAt.toISOString(),
          reminded: found.reminded,
          late: late && open,
          mendable,
          lines: found.lines.map(({ line, name, sku, quantity, state, reason, parcelCode }) => ({
            line,
            name,
            sku,
            quantity,
            state,
            reason,
            parcel: parcelCode,
          })),
        }
      }),
    )
    return { ...supplier, purchases }
  })

  serveStaff(app, backoffice, supplierBrands, async (_, { sql }) => {
    const items = await sql<
      { id: string; name: string; supplier: { id: string; name: string } | null }[]
    >`
      select brand.id, brand.name,
        case when supplier.id is not null then
          jsonb_build_object('id', supplier.id::text, 'name', supplier.name) end as supplier
      from brand left join supplier on supplier.id = supplier_id
      where not brand.retired or supplier_id is not null
      order by lower(brand.name), brand.id`
    return { items: [...items] }
  })

  serveStaff(app, backoffice, addSupplier, async ({ brands, ...fields }, { sql, audit }) => {
    const [made] = await sql<{ id: number }[]>`insert into supplier ${sql(fields)} returning id`
    if (!made) throw new Error('the supplier was not kept')
    if (!(await setBrands(sql, made.id, brands)))
      return refuseStaff('unknown-name', { field: 'brands' })
    audit({
      action: 'supplier.added',
      subjectKind: 'supplier',
      subjectId: String(made.id),
      after: { ...fields, brands },
    })
    return { id: String(made.id) }
  })

  serveStaff(app, backoffice, changeSupplier, async ({ id, version, brands, ...fields }, asker) => {
    const { sql, audit } = asker
    await sql`select from supplier where id = ${id} for update`
    const before = await findSupplier(sql, id)
    if (!before) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    await sql`update supplier set ${sql(fields)}, version = version + 1 where id = ${id}`
    if (!(await setBrands(sql, Number(id), brands)))
      return refuseStaff('unknown-name', { field: 'brands' })
    const { version: _version, id: _id, ...was } = before
    audit({
      action: 'supplier.changed',
      subjectKind: 'supplier',
      subjectId: id,
      before: was,
      after: { ...fields, brands },
    })
    return { version: version + 1 }
  })

  serveStaff(app, backoffice, purchaseAsSeen, async ({ number }, asker) => {
    if (!(await ownPurchase(asker, number))) return refuseStaff('not-found')
    const purchase = await findPurchase(asker.sql, number)
    if (!purchase) return refuseStaff('not-found')
    const { SUPPLIER_HEADERS, supplierPage } =
      await import('#server/modules/fulfilment/suppliers/supplier-page.tsx')
    const view = await supplierView(asker.sql, shop.models, asItOpens(purchase, asker.now))
    return new RawResponse(
      {
        ...SUPPLIER_HEADERS,
        // Shown in a frame of the back office; no other site may frame it.
        'content-security-policy': withinBackoffice(SUPPLIER_HEADERS['content-security-policy']),
      },
      supplierPage(view, purchase.language, { preview: true }),
    )
  })

  serveStaff(app, backoffice, sendPurchase, async ({ number }, asker) => {
    const { sql, now, audit } = asker
    const own = await ownPurchase(asker, number)
    if (!own) return refuseStaff('not-found')
    await sql`select from purchase_order where number = ${number} for update`
    const [last] = await sql<{ made_at: Date }[]>`
      select made_at from purchase_link where number = ${number} order by place desc limit 1`
    if (last && now.getTime() - last.made_at.getTime() < AGAIN_AFTER_MS)
      return refuseStaff('sent-just-now')
    await sendPurchaseAgain(shop, sql, number)
    await noLongerNeeds(sql, 'supplier-silent', number)
    audit({
      action: 'purchase.sent-again',
      subjectKind: 'order',
      subjectId: own.order.number,
      channelId: own.order.channelId,
      after: { purchase: number },
    })
    return {}
  })

  serveStaff(app, backoffice, answerForSupplier, async ({ number, ...said }, asker) => {
    const own = await ownPurchase(asker, number)
    if (!own) return refuseStaff('not-found')
    const done = await answerPurchase(shop, inTransaction(asker.sql), number, said)
    if (done === 'no-such-lines') return refuseStaff('no-such-line')
    if (done === 'code-taken') return refuseStaff('code-taken')
    if (done !== 'done') return refuseStaff('changed-since')
    asker.audit({
      action: 'purchase.answered',
      subjectKind: 'order',
      subjectId: own.order.number,
      channelId: own.order.channelId,
      after: { purchase: number, ...said },
      // A reason names people, and the link of a carrier holds where they live.
      personal: ['reason', 'carrier', 'code', 'link'],
    })
    return {}
  })

  serveStaff(app, backoffice, purchasesAsFile, async ({ id }, { sql, colleague, channels }) => {
    const supplier = await findSupplier(sql, id)
    if (!supplier) return refuseStaff('not-found')
    const rows = await sql<Open[]>`
      select line.number, line.order_number, sku, line.name, line.variant, line.quantity
      from purchase_order_line line join purchase_order using (number) join orders on orders.number = line.order_number
      where supplier_id = ${id} and line.state = 'open' ${ofChannels(sql, channels)}
      order by purchase_order.made_at, line.number, line.line limit 5000`
    const orders = await ordersByNumber(sql, [...new Set(rows.map((row) => row.order_number))])
    return csvDownload(
      `purchase-orders-${id}.csv`,
      colleague.language,
      openColumns(orders, supplier.language),
      [rows],
    )
  })
}

async function listSuppliers(asked: ParsedInput<typeof suppliers>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'suppliers',
    list: supplierList(asked.search, asker.channels),
    columns: {
      name: ({ name }: Listed) => name,
      way: ({ way }) => way,
      open: ({ open }) => open,
      late: ({ late }) => late,
      declined: ({ declined }) => declined,
    },
    row: (row) => row,
  })
}

type Open = {
  number: string
  order_number: string
  sku: string
  name: string
  variant: string
  quantity: number
}

/** Where it goes, and nothing else of whom it is for. */
const openColumns = (orders: ReadonlyMap<string, OrderRow>, language: Language) => ({
  purchase_order: ({ number }: Open) => number,
  sku: ({ sku }: Open) => sku,
  name: ({ name, variant }: Open) => [name, variant].filter(Boolean).join(', '),
  quantity: ({ quantity }: Open) => quantity,
  recipient: ({ order_number }: Open) => {
    const person = orders.get(order_number)?.person
    return [person?.firstName, person?.prefix, person?.surname].filter(Boolean).join(' ')
  },
  address: ({ order_number }: Open) => {
    const order = orders.get(order_number)
    const to = order && destination(order.delivery, 'dropship')
    return to?.to === 'address' ? addressLines(to.address, language, to.company).join(', ') : ''
  },
})

const ofChannels = (sql: Queries, channels: readonly string[] | null) =>
  channels === null ? sql`` : sql`and orders.channel_id = any(${[...channels]}::text[])`

function supplierList(
  search: string | undefined,
  channels: readonly string[] | null,
): ListQuery<'name'> {
  const counted = (sql: Queries, state: 'open' | 'declined', late = false) => sql`
    (select count(distinct purchase_order.number)::integer
      from purchase_order join purchase_order_line line using (number) join orders on orders.number = line.order_number
      where supplier_id = supplier.id and line.state = ${state} ${late ? sql`and reminded > 0` : sql``}
        ${ofChannels(sql, channels)})`
  return {
    select: (sql) => sql`
      supplier.id::text as id, supplier.name, supplier.way, ${counted(sql, 'open')} as open,
      ${counted(sql, 'open', true)} as late, ${counted(sql, 'declined')} as declined`,
    from: (sql) => sql`
      supplier where true ${search === undefined ? sql`` : sql`and strpos(lower(supplier.name), lower(${search})) > 0`}`,
    id: (sql) => sql`supplier.id`,
    sorts: { name: { by: (sql) => sql`supplier.name`, type: 'text' } },
    usual: 'name',
  }
}

type Supplier = {
  id: string
  version: number
  name: string
  email: string
  language: Language
  way: 'mail' | 'csv'
  remind_days: number
  brands: string[]
}

async function findSupplier(sql: Queries, id: string): Promise<Supplier | undefined> {
  const [row] = await sql<Supplier[]>`
    select id::text, version, name, email, language, way, remind_days,
      array(select brand.id from brand where supplier_id = supplier.id order by brand.id) as brands
    from supplier where id = ${id}`
  return row
}

/** A brand is one supplier's; false where there is none of a name. */
async function setBrands(sql: Queries, supplier: number, brands: string[]) {
  const known = await sql`
    select from brand where id = any(${brands}::text[]) and (supplier_id is null or supplier_id = ${supplier})`
  if (known.count !== new Set(brands).size) return false
  await sql`
    update brand set supplier_id = case when id = any(${brands}::text[]) then ${supplier}::bigint end
    where supplier_id = ${supplier} or id = any(${brands}::text[])`
  return true
}

/** Undefined also for a purchase order outside the caller's channel scope. */
async function ownPurchase({ sql, within }: StaffCaller, number: string) {
  const purchase = await findPurchase(sql, number)
  const order = purchase && (await findOrder(sql, purchase.orderNumber))
  return purchase && order && within(order.channelId) ? { purchase, order } : undefined
}
