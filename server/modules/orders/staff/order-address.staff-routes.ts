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

type AddressInput = z.output<typeof ContactAndAddress>

/** Ends the transaction without a change: the request repeats one whose response was lost, and everything is saved. */
class AlreadySaved extends Error {}

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
    const order = await findChangeableOrder(caller, number)
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
    const order = await findChangeableOrder(caller, number)
    if (refused(order)) return order
    if (stands !== undefined && addressVersion(order) !== stands)
      return refuseStaff('changed-since', { changes: changedSince(order, stands) })
    const prepared = await prepareChange(shop, order, input)
    if (refused(prepared)) return prepared
    const delivery = deliveryAfterChange(order, prepared)
    return {
      stands: addressVersion(order),
      person: personOf(prepared.person, true).name,
      address: addressOf(delivery, true),
      verified: prepared.checked?.verified ?? false,
      carrier: { before: carrierOf(order.delivery), after: carrierOf(delivery) },
      country: { before: countryIn(order.delivery), after: countryIn(delivery) },
      vat: {
        before: vatByRate(order.centsPaid, order.lines),
        after: vatByRate(order.centsPaid, await linesWithVatFor(caller.sql, order, delivery)),
      },
      told: mailRecipients(order, prepared),
      same: isUnchanged(order, prepared),
    }
  }
}

function handleStaffChangeAddress(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    { number, stands, reason, ...input }: ParsedInput<typeof staffChangeAddress>,
    caller: SignedIn,
  ) => {
    const unlocked = await findChangeableOrder(caller, number)
    if (refused(unlocked)) return unlocked
    // Carriers and the address service are called before anything is locked.
    const prepared = await prepareChange(shop, unlocked, input)
    if (refused(prepared)) return prepared
    const change = caller.write(async (queries) => {
      const sql = queries as Transaction
      const order = await lockForChange(shop, sql, unlocked)
      if (refused(order)) return refuseStaff('released')
      if (addressVersion(order) !== stands) {
        if (isUnchanged(order, prepared)) throw new AlreadySaved()
        return refuseStaff('changed-since', { changes: changedSince(order, stands) })
      }
      const after = deliveryAfterChange(order, prepared)
      if (isUnchanged(order, prepared)) return refuseStaff('nothing-to-do')
      if (refused(await applyAddress(shop, sql, order, prepared, caller.colleague.id)))
        return refuseStaff('released')
      caller.audit({
        action: 'order.address-changed',
        subjectKind: 'order',
        subjectId: number,
        channelId: order.channelId,
        reason,
        before: {
          ...auditedContact(order.person, order.delivery),
          country: countryIn(order.delivery),
        },
        after: { ...auditedContact(prepared.person, after), country: countryIn(after) },
        personal: ['name', 'email', 'telephone', 'address'],
      })
      return { told: mailRecipients(order, prepared) }
    })
    return change.catch((error: unknown) => {
      if (!(error instanceof AlreadySaved)) throw error
      const previousEmail = contactOfVersion(stands)['contact_email'] ?? prepared.person.email
      return { told: [...new Set([prepared.person.email, previousEmail])] }
    })
  }
}

async function prepareChange(
  shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'models' | 'addressRateLimit'>,
  order: OrderRow,
  input: AddressInput,
) {
  const model = await shop.models.channel(order.channelId)
  if (!model) throw new Error(`channel ${order.channelId} not found`)
  const prepared = await prepareAddress(shop, model, order, input)
  if (refused(prepared)) return staffRefusal(prepared)
  if (
    order.credits.length > 0 &&
    changesVatCountry(order.delivery, deliveryAfterChange(order, prepared))
  )
    return refuseStaff('country-credited')
  return prepared
}

async function findChangeableOrder({ sql, now, within }: StaffCaller, number: string) {
  const order = await findOrder(sql, number)
  if (!order || !within(order.channelId)) return refuseStaff('not-found')
  return isOrderUndoable(order, now) ? order : refuseStaff('released')
}

const isUnchanged = (order: OrderRow, prepared: PreparedAddress) =>
  sameValue(order.person, prepared.person) &&
  sameValue(order.delivery, deliveryAfterChange(order, prepared))

/** Translates a refusal of the shop's rules to one of the back office. */
function staffRefusal(refusal: Refusal<string>) {
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
 * A hash of recipient and delivery, followed by the contact as it was shown. On a conflict the contact tells which
 * fields have changed.
 */
const addressVersion = (order: OrderRow): string =>
  [hashOf([order.person, order.delivery]), encode(contactOf(order))].join('.')

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The fields that have changed since this version; empty if the version is invalid. */
function changedSince(order: OrderRow, version: string): Change[] {
  const previous = contactOfVersion(version)
  return Object.entries(contactOf(order)).flatMap(([what, after]) => {
    const before = previous[what]
    return before === undefined || before === after ? [] : [{ what, before, after }]
  })
}

const Contact = z.record(z.string(), z.string())

function contactOfVersion(version: string): Record<string, string> {
  try {
    return Contact.parse(
      JSON.parse(Buffer.from(version.split('.')[1] ?? '', 'base64url').toString()),
    )
  } catch {
    return {}
  }
}

const auditedContact = (person: OrderRow['person'], delivery: Delivery) => ({
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
const mailRecipients = (order: OrderRow, { person }: PreparedAddress) => [
  ...new Set([person.email, order.person.email]),
]

const vatByRate = (cents: number, lines: OrderRow['lines']) =>
  vatShares(cents, lines).map(({ country, bp, vatCents }) => ({ country, bp, vat_cents: vatCents }))
