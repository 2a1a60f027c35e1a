import type { Role } from '#domain/staff/permissions.ts'

type RoleDefinition = {
  /** Points to one voucher within `MANUAL_POINTS_DAYS`. */
  voucherPoints: number
  /** Points to all vouchers together within `LIMIT_HOURS`. */
  pointsByHand: number
  /** Points of recipients that are spent on orders placed for them within `LIMIT_HOURS`. */
  actingPoints: number
  /** Points credited on one order, in any number of parts. */
  orderCredit: number
  /** The colleague of this role in the demo world, and whether they work in all channels. */
  demo: { name: string; allChannels: boolean }
}

const NO_POINTS = { voucherPoints: 0, pointsByHand: 0, actingPoints: 0, orderCredit: 0 }

/** Limits in points that a role can use without approval. A role without the permission has 0. */
export const ROLE_DEFINITIONS = {
  owner: {
    voucherPoints: 100,
    pointsByHand: 500,
    actingPoints: 1000,
    orderCredit: 400,
    demo: { name: 'Olga Ooms', allChannels: true },
  },
  editor: {
    ...NO_POINTS,
    demo: { name: 'Emre Evers', allChannels: false },
  },
  merchandiser: {
    ...NO_POINTS,
    demo: { name: 'Mila Maas', allChannels: false },
  },
  fulfilment: {
    ...NO_POINTS,
    demo: { name: 'Finn Faber', allChannels: true },
  },
  service: {
    voucherPoints: 10,
    pointsByHand: 50,
    actingPoints: 200,
    orderCredit: 40,
    demo: { name: 'Sofie Smit', allChannels: true },
  },
  reader: {
    ...NO_POINTS,
    demo: { name: 'Rik Raven', allChannels: false },
  },
} as const satisfies Record<Role, RoleDefinition>
