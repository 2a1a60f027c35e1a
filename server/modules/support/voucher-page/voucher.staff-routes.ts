import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  revealVoucherRecipient,
  addVoucherNote,
  TimelineEntry,
  voucherPage,
  vouchers,
} from '#contract/vouchers/vouchers.staff.ts'
import { maskedMail, maskedName, maskedPhone } from '#domain/privacy/person-mask.ts'
import { lastDayBefore } from '#domain/time/zone-days.ts'
import {
  listGrantsOfVoucher,
  listMailsOfVoucher,
  listOrdersOfVoucher,
  listCartLinesOfVoucher,
  type VoucherPageRow,
  findVoucherPage,
  personOf,
  listApprovalsOfVoucher,
} from '#server/modules/support/voucher-page/voucher-page.sql.ts'
import {
  findTimeline,
  MAX_TIMELINE_ENTRIES,
  type TimelineRow,
} from '#server/modules/support/voucher-page/voucher-timeline.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { findGrantablePoints } from '#server/modules/vouchers/actions/grant-points.ts'
import { holderScreen } from '#server/modules/support/voucher-page/holder-view.ts'
import { recordPersonalDataAccess } from '#server/modules/audit/log/record-personal-data-access.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { listUndoableActions } from '#server/modules/vouchers/actions/voucher-actions.ts'
import {
  type VoucherListRow,
  searchVouchers,
} from '#server/modules/vouchers/actions/voucher-list.sql.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  listPersonDetails,
  insertVoucherNote,
} from '#server/modules/support/voucher-page/voucher.sql.ts'

export function voucherRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, vouchers, listVouchers)

  serveStaff(app, backoffice, voucherPage, handleVoucherPage(backoffice))

  serveStaff(app, backoffice, revealVoucherRecipient, handleRevealVoucherRecipient)

  serveStaff(app, backoffice, addVoucherNote, handleAddVoucherNote)
}

function handleVoucherPage(backoffice: Backoffice) {
  const { models } = backoffice.shop
  return async ({ id }: ParsedInput<typeof voucherPage>, caller: SignedIn) => {
    const { sql, now, within, may, colleague } = caller
    const voucherId = Number(id)
    const row = await findVoucherPage(sql, voucherId, now)
    if (!row || !within(row.channel_id)) return refuseStaff('not-found')
    const model = await models.channel(row.channel_id)
    if (!model) return refuseStaff('not-found')
    const showsPersonalData = may('personal-data.view')
    const orders = await listOrdersOfVoucher(sql, voucherId)
    const [mails, grants, approvals, undoable, timeline, pointsAlone, cart] = await Promise.all([
      listMailsOfVoucher(
        sql,
        voucherId,
        orders.map(({ number }) => number),
      ),
      listGrantsOfVoucher(sql, voucherId),
      listApprovalsOfVoucher(sql, voucherId),
      listUndoableActions(sql, voucherId, now),
      findTimeline(sql, voucherId, { showsPersonalData }),
      findGrantablePoints(sql, colleague, voucherId, now),
      listCartLinesOfVoucher(sql, voucherId),
    ])
    const about = { kind: 'voucher', id, channelId: row.channel_id }
    if (showsPersonalData) await recordPersonalDataAccess(sql, about, colleague, now)
    const person = personOf(row)
    return {
      ...factsOf(row),
      person: showsPersonalData ? person : masked(person),
      masked: !showsPersonalData,
      orders: orders.map(({ at, ...order }) => ({ ...order, at: at.toISOString() })),
      mails: mails.map(({ at, to, ...mail }) => ({
        ...mail,
        at: at.toISOString(),
        to: showsPersonalData ? to : maskedMail(to),
      })),
      given: grants.map(({ id, staff_id, name, at, reversed_at, ...grant }) => ({
        ...grant,
        id: String(id),
        by: { id: String(staff_id), name },
        at: at.toISOString(),
        reversed_at: isoOf(reversed_at),
      })),
      undoable,
      waiting: approvals.map(({ id, kind, asked_by, name, asked_at }) => ({
        id: String(id),
        kind,
        by: { id: String(asked_by), name },
        at: asked_at.toISOString(),
      })),
      timeline: timeline.slice(0, MAX_TIMELINE_ENTRIES).map(entryOf),
      more: timeline.length > MAX_TIMELINE_ENTRIES,
      points_alone: may('points.grant') ? pointsAlone : 0,
      screen: holderScreen(model, row, cart),
    }
  }
}

async function handleRevealVoucherRecipient(
  { id, reason }: ParsedInput<typeof revealVoucherRecipient>,
  { sql, now, within, audit }: SignedIn,
) {
  const row = await findVoucherPage(sql, Number(id), now)
  if (!row || !within(row.channel_id)) return refuseStaff('not-found')
  const addresses = await listPersonDetails(sql, row.id)
  audit({
    action: 'personal-data.requested',
    subjectKind: 'voucher',
    subjectId: id,
    channelId: row.channel_id,
    reason,
  })
  return { ...personOf(row), addresses: addresses.map(({ address }) => address) }
}

async function handleAddVoucherNote(
  { id, body }: ParsedInput<typeof addVoucherNote>,
  { sql, now, colleague, within, audit }: SignedIn,
) {
  const row = await findVoucherPage(sql, Number(id), now)
  if (!row || !within(row.channel_id)) return refuseStaff('not-found')
  const note = await insertVoucherNote(sql, { id: row.id, staffId: colleague.id, body, now })
  audit({
    action: 'voucher.noted',
    subjectKind: 'voucher',
    subjectId: id,
    channelId: row.channel_id,
    after: { note: String(note?.id), body },
    personal: ['body'],
  })
  return { id: String(note?.id) }
}

async function listVouchers(query: ParsedInput<typeof vouchers>, caller: SignedIn) {
  const { sql, now, channels, may } = caller
  const showsPersonalData = may('personal-data.view')
  const visible = { names: showsPersonalData, employers: may('employer.read') }
  return serveList(caller, query, {
    file: 'holders',
    list: await searchVouchers(sql, query, { channels, now, names: showsPersonalData }),
    columns: columnsFor(visible),
    row: (row: VoucherListRow) => itemOf(row, visible),
  })
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

/** What the reader may see: names of recipients, and the employers of campaigns. */
type Visible = { names: boolean; employers: boolean }

function itemOf(row: VoucherListRow, visible: Visible) {
  const { batch_id, batch_note, campaign, channel_id, name, ...item } = row
  return {
    id: String(item.id),
    last3: item.last3,
    channel: channel_id,
    employer: visible.employers ? item.employer : null,
    batch: { id: String(batch_id), note: batch_note, campaign },
    name: visible.names ? name : maskedName(name),
    state: item.state,
    valid_until: isoOf(item.valid_until),
    available: item.available,
    granted: item.granted,
    orders: item.orders,
    last_order_at: isoOf(item.last_order_at),
    seen_at: isoOf(item.seen_at),
  }
}

function factsOf(row: VoucherPageRow) {
  const { channel_id, channel_name, time_zone, batch_id, batch_note, campaign, valid_until } = row
  const { granted, reserved, spent, expired, available } = row
  return {
    id: String(row.id),
    last3: row.last3,
    channel: { id: channel_id, name: channel_name, time_zone },
    batch: { id: String(batch_id), note: batch_note, campaign },
    state: row.state,
    waits: row.waits,
    valid_from: isoOf(row.valid_from),
    valid_until: isoOf(valid_until),
    last_day: valid_until ? lastDayBefore(valid_until.getTime(), time_zone) : null,
    language: row.language,
    balance: { granted, reserved, spent, expired, available },
    codes_replaced: row.codes_replaced,
    mailed_to: mailedTo(row),
    seen_at: isoOf(row.seen_at),
  }
}

const mailedTo = ({ recipient }: VoucherPageRow) =>
  recipient && recipient.email !== '' && !recipient.revoked
    ? { person: String(recipient.id), email: maskedMail(recipient.email) }
    : null

const masked = ({ name, mail, phone, department }: ReturnType<typeof personOf>) => ({
  name: maskedName(name),
  mail: maskedMail(mail),
  phone: maskedPhone(phone),
  department,
})

function entryOf({ at, kind, ...entry }: TimelineRow): z.output<typeof TimelineEntry> {
  return { ...entry, kind: TimelineEntry.shape.kind.parse(kind), at: at.toISOString() }
}

const columnsFor = (visible: Visible): ListFile<'vouchers', VoucherListRow> => ({
  voucher: ({ id }) => id,
  code_ends: ({ last3 }) => last3,
  channel: ({ channel_id }) => channel_id,
  employer: ({ employer }) => (visible.employers ? employer : null),
  batch: ({ batch_id }) => batch_id,
  batch_note: ({ batch_note }) => batch_note,
  name: ({ name }) => (visible.names ? name : maskedName(name)),
  state: ({ state }) => state,
  valid_until: ({ valid_until }) => isoOf(valid_until),
  available: ({ available }) => available,
  granted: ({ granted }) => granted,
  orders: ({ orders }) => orders,
  last_order_at: ({ last_order_at }) => isoOf(last_order_at),
  seen_at: ({ seen_at }) => isoOf(seen_at),
  ...notInFile('id', 'last3'),
})
