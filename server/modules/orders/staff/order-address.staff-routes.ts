import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { ContactAndAddress } from '#contract/cart.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  staffChangeAddress,
  orderAddress,
  previewAddressChange,
} from '#contract/orders/order-address.staff.ts'
import { type Change, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { type Delivery, destination, ownAddress } from '#domain/fulfilment/delivery.ts'
import { vatShares } from '#domain/finance/vat-amounts.ts'
import { findOrder, type OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { addressOf, personOf } from '#server/modules/orders/staff/staff-order-response.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  type PreparedAddress,
  applyAddress,
  deliveryAfterChange,
  lockForChange,
  prepareAddress,
} from '#server/modules/orders/change-order.ts'
import { isOrderUndoable } from '#server/modules/orders/order-response.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import { changesVatCountry, linesWithVatFor } from '#server/modules/orders/order-vat.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Asked = z.output<typeof ContactAndAddress>

/** A repeat after a lost response: everything is saved already, so nothing is written. */
class WrittenBefore extends Error {}

/** Staff correct the recipient and the address of an order until it is submitted. */
export function orderAddressRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, orderAddress, handleOrderAddress(backoffice))

  serveStaff(app, backoffice, previewAddressChange, handlePreviewAddressChange(backoffice), {
    reads: true,
  })

  serveStaff(app, backoffice, staffChangeAddress, handleStaffChangeAddress(backoffice), {
    opensOwnTransaction: true,
  })
}

function handleOrderAddress(backoffice: Backoffice) {
  const { shop } = backoffice
  return async ({ number }: ParsedInput<typeof orderAddress>, caller: SignedIn) => {
    const order = await changeable(caller, number)
    if (refused(order)) return order
    const model = await shop.models.channel(order.channelId)
    const { delivery } = order
    return {
      contact: contactOf(order),
      has_address: delivery.kind === 'home' || delivery.kind === 'pickup',
      countries: [...(model?.channel.countries ?? [])],
      changeable_until: order.changeableUntil.toISOString(),
      stands: addressVersion(order),
    }
  }
}

function handlePreviewAddressChange(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    { number, stands, ...input }: ParsedInput<typeof previewAddressChange>,
    caller: SignedIn,
  ) => {
    const order = await changeable(caller, number)
    if (refused(order)) return order
    if (stands !== undefined && addressVersion(order) !== stands)
      return refuseStaff('changed-since', { changes: changedSince(order, stands) })
    const wanted = await prepared(shop, order, input)
    if (refused(wanted)) return wanted
    const delivery = deliveryAfterChange(order, wanted)
    return {
      stands: addressVersion(order),
      person: personOf(wanted.person, true).name,
      address: addressOf(delivery, true),
      verified: wanted.checked?.verified ?? false,
      carrier: { before: carrierOf(order.delivery), after: carrierOf(delivery) },
      country: { before: countryIn(order.delivery), after: countryIn(delivery) },
      vat: {
        before: auditValues(order.centsPaid, order.lines),
        after: auditValues(order.centsPaid, await linesWithVatFor(caller.sql, order, delivery)),
      },
      told: recipients(order, wanted),
      same: isUnchanged(order, wanted),
    }
  }
}

function handleStaffChangeAddress(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    { number, stands, reason, ...input }: ParsedInput<typeof staffChangeAddress>,
    caller: SignedIn,
  ) => {
    const known = await changeable(caller, number)
    if (refused(known)) return known
    // Carriers and the address service are called before anything is locked.
    const wanted = await prepared(shop, known, input)
    if (refused(wanted)) return wanted
    const written = caller.write(async (queries) => {
      const sql = queries as Transaction
      const order = await lockForChange(shop, sql, known)
      if (refused(order)) return refuseStaff('released')
      if (addressVersion(order) !== stands) {
        if (isUnchanged(order, wanted)) throw new WrittenBefore()
        return refuseStaff('changed-since', { changes: changedSince(order, stands) })
      }
      const after = deliveryAfterChange(order, wanted)
      if (isUnchanged(order, wanted)) return refuseStaff('nothing-to-do')
      if (refused(await applyAddress(shop, sql, order, wanted, caller.colleague.id)))
        return refuseStaff('released')
      caller.audit({
        action: 'order.address-changed',
        subjectKind: 'order',
        subjectId: number,
        channelId: order.channelId,
        reason,
        before: {
          ...withPerson(order.person, order.delivery),
          country: countryIn(order.delivery),
        },
        after: { ...withPerson(wanted.person, after), country: countryIn(after) },
        personal: ['name', 'email', 'telephone', 'address'],
      })
      return { told: recipients(order, wanted) }
    })
    return written.catch((error: unknown) => {
      if (!(error instanceof WrittenBefore)) throw error
      const before = contactIn(stands)['contact_email'] ?? wanted.person.email
      return { told: [...new Set([wanted.person.email, before])] }
    })
  }
}

async function prepared(
  shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'models' | 'addressAllowance'>,
  order: OrderRow,
  asked: Asked,
) {
  const model = await shop.models.channel(order.channelId)
  if (!model) throw new Error(`channel ${order.channelId} not found`)
  const wanted = await prepareAddress(shop, model, order, asked)
  if (refused(wanted)) return inBackoffice(wanted)
  if (
    order.credits.length > 0 &&
    changesVatCountry(order.delivery, deliveryAfterChange(order, wanted))
  )
    return refuseStaff('country-credited')
  return wanted
}

async function changeable({ sql, now, within }: StaffCaller, number: string) {
  const order = await findOrder(sql, number)
  if (!order || !within(order.channelId)) return refuseStaff('not-found')
  return isOrderUndoable(order, now) ? order : refuseStaff('released')
}

const isUnchanged = (order: OrderRow, wanted: PreparedAddress) =>
  sameValue(order.person, wanted.person) &&
  sameValue(order.delivery, deliveryAfterChange(order, wanted))

/** The shop's own refusals, as the back office calls them. */
function inBackoffice(refusal: Refusal<string>) {
  const { refused: code, ...more } = refusal
  switch (code) {
    case 'invalid-input':
      return refuseStaff('invalid-input', more)
    case 'address-invalid':
      return refuseStaff('address-invalid')
    case 'no-home-delivery':
      return refuseStaff('no-home-delivery')
    case 'no-such-order':
      return refuseStaff('not-found')
    default:
      return refuseStaff('released')
  }
}

function contactOf({ person, delivery }: OrderRow) {
  const address = ownAddress(delivery)
  return {
    contact_email: person.email,
    contact_first_name: person.firstName,
    contact_surname_prefix: person.prefix,
    contact_surname: person.surname,
    contact_telephone: person.telephone,
    delivery_address_street: address?.street ?? '',
    delivery_address_housenr: address?.houseNumber ?? '',
    delivery_address_housenr_appendix: address?.addition ?? '',
    delivery_address_postal_code: address?.postalCode ?? '',
    delivery_address_city: address?.city ?? '',
    delivery_address_country_code: address?.country ?? '',
    delivery_address_additional_line: address?.line ?? '',
  }
}

/**
 * A hash of everything, then the contact as it was shown: on a conflict each changed field is listed with its old
 * value.
 */
const addressVersion = (order: OrderRow): string =>
  [mark([order.person, order.delivery]), packed(contactOf(order))].join('.')

const mark = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The fields that another user changed since they were read; without a valid mark the answer is empty. */
function changedSince(order: OrderRow, stood: string): Change[] {
  const before = contactIn(stood)
  return Object.entries(contactOf(order)).flatMap(([what, after]) => {
    const was = before[what]
    return was === undefined || was === after ? [] : [{ what, before: was, after }]
  })
}

const Contact = z.record(z.string(), z.string())

function contactIn(stood: string): Record<string, string> {
  try {
    return Contact.parse(JSON.parse(Buffer.from(stood.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

const withPerson = (person: OrderRow['person'], delivery: Delivery) => ({
  ...personOf(person, true),
  address: addressOf(delivery, true),
})

function countryIn(delivery: Delivery): string | null {
  const to = destination(delivery, 'monta')
  return to?.to === 'address' ? to.address.country : null
}

const carrierOf = (delivery: Delivery) =>
  delivery.kind === 'home' || delivery.kind === 'pickup' ? (delivery.carrier?.name ?? null) : null

/** The previous recipient is notified as well, so that an order cannot be taken over unnoticed. */
const recipients = (order: OrderRow, { person }: PreparedAddress) => [
  ...new Set([person.email, order.person.email]),
]

const auditValues = (cents: number, lines: OrderRow['lines']) =>
  vatShares(cents, lines).map(({ country, bp, vatCents }) => ({ country, bp, vat_cents: vatCents }))
