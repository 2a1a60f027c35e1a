import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addSupplier,
  answerForSupplier,
  changeSupplier,
  purchaseOrderSupplierView,
  exportPurchaseOrders,
  sendPurchaseOrder,
  staffSupplier,
  supplierBrands,
  suppliers,
} from '#contract/fulfilment/suppliers.staff.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { destination } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import { findOrder, type OrderRow, findOrdersByNumber } from '#server/modules/orders/order.sql.ts'
import { closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { csvDownload } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { RawResponse } from '#server/http/raw-response.ts'
import {
  findNewestLink,
  findPurchase,
  lockPurchaseOrder,
  purchaseByNewestLink,
  type PurchaseLine,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import { sendPurchaseAgain } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import { answerPurchase } from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'
import { SUPPLIER_HEADERS } from '#server/modules/fulfilment/suppliers/supplier-page-style.ts'
import { supplierView } from '#server/modules/fulfilment/suppliers/supplier-view.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  listPurchaseOrders,
  listStaffLines,
  type StaffLine,
  listSupplierBrands,
  insertSupplier,
  lockSupplier,
  saveSupplier,
  listOpenLines,
  type OpenLine,
  supplierList,
  findSupplier,
} from '#server/modules/fulfilment/suppliers/supplier.sql.ts'
import { setBrands } from '#server/modules/catalog/attributes/brand-supplier.sql.ts'

/** A second click within this time sends no second mail. */
const RESEND_AFTER_MS = 10_000

const withinBackoffice = (policy: string) =>
  policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

type ListedSupplier = {
  id: string
  name: string
  way: 'mail' | 'csv'
  open: number
  late: number
  declined: number
}

/** Suppliers in the back office. Staff can enter a supplier's answers. */
export function staffSupplierRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, suppliers, listSuppliers)

  serveStaff(app, backoffice, staffSupplier, handleStaffSupplier)

  serveStaff(app, backoffice, supplierBrands, handleSupplierBrands)

  serveStaff(app, backoffice, addSupplier, handleAddSupplier)

  serveStaff(app, backoffice, changeSupplier, handleChangeSupplier)

  serveStaff(
    app,
    backoffice,
    purchaseOrderSupplierView,
    handlePurchaseOrderSupplierView(backoffice),
  )

  serveStaff(app, backoffice, sendPurchaseOrder, handleSendPurchaseOrder(backoffice))

  serveStaff(app, backoffice, answerForSupplier, handleAnswerForSupplier(backoffice))

  serveStaff(app, backoffice, exportPurchaseOrders, handleExportPurchaseOrders)
}

async function handleStaffSupplier(
  { id }: ParsedInput<typeof staffSupplier>,
  { sql, channels, colleague, now }: SignedIn,
) {
  const supplier = await findSupplier(sql, id)
  if (!supplier) return refuseStaff('not-found')
  const rows = await listPurchaseOrders(sql, id, channels)
  const staffLines = await listStaffLines(
    sql,
    rows.map(({ number }) => number),
    { language: colleague.language, now },
  )
  const purchases = await Promise.all(
    rows.map(async ({ number, channel, late, correctable }) => {
      const found = await findPurchase(sql, number)
      if (!found) throw new Error(`purchase order ${number} not found`)
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
        correctable,
        lines: found.lines.map((line) =>
          lineAnswer(
            line,
            staffLines.find((shown) => shown.number === number && shown.line === line.line),
          ),
        ),
      }
    }),
  )
  return { ...supplier, purchases }
}

const lineAnswer = (
  { line, name, variant, sku, quantity, state, reason, parcelCode }: PurchaseLine,
  staffLine: StaffLine | undefined,
) => ({
  line,
  name: staffLine?.name ?? name,
  variant: staffLine?.variant || variant,
  picture: staffLine?.picture ?? '',
  sku,
  quantity,
  state,
  reason,
  parcel: parcelCode,
  parcel_state: staffLine?.parcel_state ?? null,
  parcel_days: staffLine?.parcel_days ?? null,
})

async function handleSupplierBrands(_: ParsedInput<typeof supplierBrands>, { sql }: SignedIn) {
  const items = await listSupplierBrands(sql)
  return { items: [...items] }
}

async function handleAddSupplier(
  { brands, ...fields }: ParsedInput<typeof addSupplier>,
  { sql, audit }: SignedIn,
) {
  const created = await insertSupplier(sql, fields)
  if (!created) throw new Error('insert of the supplier returned no row')
  if (!(await setBrands(sql, created.id, brands)))
    return refuseStaff('unknown-name', { field: 'brands' })
  audit({
    action: 'supplier.added',
    subjectKind: 'supplier',
    subjectId: String(created.id),
    after: { ...fields, brands },
  })
  return { id: String(created.id) }
}

async function handleChangeSupplier(
  { id, version, brands, ...fields }: ParsedInput<typeof changeSupplier>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  await lockSupplier(sql, id)
  const before = await findSupplier(sql, id)
  if (!before) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  await saveSupplier(sql, id, fields)
  if (!(await setBrands(sql, Number(id), brands)))
    return refuseStaff('unknown-name', { field: 'brands' })
  const { version: _version, id: _id, ...previous } = before
  audit({
    action: 'supplier.changed',
    subjectKind: 'supplier',
    subjectId: id,
    before: previous,
    after: { ...fields, brands },
  })
  return { version: version + 1 }
}

const handlePurchaseOrderSupplierView =
  ({ shop }: Backoffice) =>
  async ({ number }: ParsedInput<typeof purchaseOrderSupplierView>, caller: SignedIn) => {
    const found = await findVisiblePurchase(caller, number)
    if (!found) return refuseStaff('not-found')
    const { purchase } = found
    const { supplierPage } = await import('#server/modules/fulfilment/suppliers/supplier-page.tsx')
    const view = await supplierView(
      caller.sql,
      shop.models,
      purchaseByNewestLink(purchase, caller.now),
    )
    return new RawResponse(
      {
        ...SUPPLIER_HEADERS,
        // Shown in a frame of the back office; no other site may frame it.
        'content-security-policy': withinBackoffice(SUPPLIER_HEADERS['content-security-policy']),
      },
      supplierPage(view, purchase.language, { preview: true }),
    )
  }

const handleSendPurchaseOrder =
  ({ shop }: Backoffice) =>
  async ({ number }: ParsedInput<typeof sendPurchaseOrder>, caller: SignedIn) => {
    const { sql, now, audit } = caller
    const found = await findVisiblePurchase(caller, number)
    if (!found) return refuseStaff('not-found')
    await lockPurchaseOrder(sql, number)
    const last = await findNewestLink(sql, number)
    if (last && now.getTime() - last.made_at.getTime() < RESEND_AFTER_MS)
      return refuseStaff('sent-just-now')
    await sendPurchaseAgain(shop, sql, number)
    await closeTaskFor(sql, 'supplier-silent', number)
    audit({
      action: 'purchase.sent-again',
      subjectKind: 'order',
      subjectId: found.order.number,
      channelId: found.order.channelId,
      after: { purchase: number },
    })
    return {}
  }

const handleAnswerForSupplier =
  ({ shop }: Backoffice) =>
  async ({ number, ...reply }: ParsedInput<typeof answerForSupplier>, caller: SignedIn) => {
    const found = await findVisiblePurchase(caller, number)
    if (!found) return refuseStaff('not-found')
    const result = await answerPurchase(shop, requireTransaction(caller.sql), number, reply)
    if (result === 'no-such-lines') return refuseStaff('no-such-line')
    if (result === 'code-taken') return refuseStaff('code-taken')
    if (result !== 'done') return refuseStaff('changed-since')
    caller.audit({
      action: 'purchase.reply-entered',
      subjectKind: 'order',
      subjectId: found.order.number,
      channelId: found.order.channelId,
      after: { purchase: number, ...reply },
      // The reason may name a person, and a tracking link reveals where the recipient lives.
      personal: ['reason', 'carrier', 'code', 'link'],
    })
    return {}
  }

async function handleExportPurchaseOrders(
  { id }: ParsedInput<typeof exportPurchaseOrders>,
  { sql, colleague, channels }: SignedIn,
) {
  const supplier = await findSupplier(sql, id)
  if (!supplier) return refuseStaff('not-found')
  const rows = await listOpenLines(sql, id, channels)
  const orders = await findOrdersByNumber(sql, [...new Set(rows.map((row) => row.order_number))])
  return csvDownload(
    `purchase-orders-${id}.csv`,
    colleague.language,
    openColumns(orders, supplier.language),
    [rows],
  )
}

async function listSuppliers(query: ParsedInput<typeof suppliers>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'suppliers',
    list: supplierList(query, caller.channels),
    columns: {
      name: ({ name }: ListedSupplier) => name,
      way: ({ way }) => way,
      open: ({ open }) => open,
      late: ({ late }) => late,
      declined: ({ declined }) => declined,
      ...notInFile('id'),
    },
    row: (row) => row,
  })
}

/** Contains the recipient's name and address, and no other personal data. */
const openColumns = (orders: ReadonlyMap<string, OrderRow>, language: Language) => ({
  purchase_order: ({ number }: OpenLine) => number,
  sku: ({ sku }: OpenLine) => sku,
  name: ({ name, variant }: OpenLine) => [name, variant].filter(Boolean).join(', '),
  quantity: ({ quantity }: OpenLine) => quantity,
  recipient: ({ order_number }: OpenLine) => {
    const person = orders.get(order_number)?.person
    return [person?.firstName, person?.prefix, person?.surname].filter(Boolean).join(' ')
  },
  address: ({ order_number }: OpenLine) => {
    const order = orders.get(order_number)
    const to = order && destination(order.delivery, 'dropship')
    return to?.to === 'address' ? addressLines(to.address, language, to.company).join(', ') : ''
  },
})

/** Undefined also if the caller may not see the channel of the order. */
async function findVisiblePurchase({ sql, within }: StaffCaller, number: string) {
  const purchase = await findPurchase(sql, number)
  const order = purchase && (await findOrder(sql, purchase.orderNumber))
  return purchase && order && within(order.channelId) ? { purchase, order } : undefined
}
