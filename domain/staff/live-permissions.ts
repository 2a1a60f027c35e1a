import { mayIn, type Permission, type Role } from './permissions.ts'

/** The permission needed to receive changes of each kind. Unlisted kinds go only to owners. */
const HEARD_BY: Record<string, Permission> = {
  approval: 'order.read',
  article: 'catalogue.read',
  task: 'task.read',
  batch: 'employer.read',
  brand: 'catalogue.read',
  campaign: 'employer.read',
  catalogue: 'catalogue.read',
  'catalogue-change': 'catalogue.read',
  'catalogue-attribute': 'catalogue.read',
  category: 'catalogue.read',
  channel: 'content.read',
  content: 'content.read',
  credit: 'order.read',
  'digital-codes': 'parcel.read',
  employer: 'employer.read',
  gift: 'catalogue.read',
  import: 'catalogue.read',
  inbox: 'inbox.read',
  media: 'content.read',
  offer: 'catalogue.read',
  order: 'order.read',
  parcel: 'parcel.read',
  payment: 'finance.read',
  product: 'catalogue.read',
  'purchase-order': 'parcel.read',
  simulation: 'channel.read',
  release: 'content.read',
  request: 'inbox.read',
  stock: 'catalogue.read',
  supplier: 'parcel.read',
  tag: 'catalogue.read',
  voucher: 'order.read',
}

type Hearer = {
  id: number
  role: Role
  channels: readonly string[]
  permissions: readonly Permission[]
}

/** Whether a staff user receives a change. Own changes go to the user's other pages. */
export function mayHear(
  hearer: Hearer,
  { kind, channel, by }: { kind: string; channel: string | null; by: number | null },
): boolean {
  if (by === hearer.id || hearer.role === 'owner') return true
  return mayKnow(hearer, kind) && (channel === null || mayIn(hearer, channel))
}

/** Whether the user may receive changes of this kind at all. */
export function mayKnow({ role, permissions }: Hearer, kind: string): boolean {
  if (role === 'owner') return true
  const needs = Object.hasOwn(HEARD_BY, kind) ? HEARD_BY[kind] : undefined
  return needs !== undefined && permissions.includes(needs)
}

/**
 * The channels of a subject. `each`: visible with access to all of them. `any`: visible with access to one of them,
 * and to the user `of`. null: visible to all.
 */
export type ChannelScope = { each: string[] } | { any: string[]; of?: number | undefined } | null

export function liesWithin(hearer: Hearer, place: ChannelScope): boolean {
  if (place === null || hearer.role === 'owner') return true
  if ('each' in place) return place.each.every((channel) => mayIn(hearer, channel))
  return place.of === hearer.id || place.any.some((channel) => mayIn(hearer, channel))
}
