import { mayIn, type Permission, type Role } from './desk-rights.ts'

/** What somebody has to be allowed to hear that a thing of this kind changed. What is not here an owner hears. */
const HEARD_BY: Record<string, Permission> = {
  approval: 'order.read',
  article: 'catalogue.read',
  attention: 'attention.read',
  batch: 'employer.read',
  brand: 'catalogue.read',
  campaign: 'employer.read',
  catalogue: 'catalogue.read',
  'catalogue-change': 'catalogue.read',
  'catalogue-word': 'catalogue.read',
  category: 'catalogue.read',
  channel: 'content.read',
  content: 'content.read',
  credit: 'order.read',
  employer: 'employer.read',
  gift: 'catalogue.read',
  import: 'catalogue.read',
  inbox: 'inbox.read',
  media: 'content.read',
  offer: 'catalogue.read',
  order: 'order.read',
  parcel: 'parcel.read',
  payment: 'money.read',
  product: 'catalogue.read',
  'purchase-order': 'parcel.read',
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

/** Whether a page of this colleague is told; what one did oneself one hears on one's other pages. */
export function mayHear(
  hearer: Hearer,
  { kind, channel, by }: { kind: string; channel: string | null; by: number | null },
): boolean {
  if (by === hearer.id || hearer.role === 'owner') return true
  const needs = Object.hasOwn(HEARD_BY, kind) ? HEARD_BY[kind] : undefined
  if (needs === undefined || !hearer.permissions.includes(needs)) return false
  return channel === null || mayIn(hearer, channel)
}
