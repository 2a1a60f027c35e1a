import { mayIn, type Permission, type Role } from './permissions.ts'

/** The permission needed to receive changes of each kind. Unlisted kinds go only to owners. */
const REQUIRED_PERMISSIONS: Record<string, Permission> = {
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

type Receiver = {
  id: number
  role: Role
  channels: readonly string[]
  permissions: readonly Permission[]
}

/** Whether a staff user receives a change. Own changes go to the user's other pages. */
export function mayReceiveChange(
  receiver: Receiver,
  { kind, channel, by }: { kind: string; channel: string | null; by: number | null },
): boolean {
  if (by === receiver.id || receiver.role === 'owner') return true
  return mayReceiveKind(receiver, kind) && (channel === null || mayIn(receiver, channel))
}

/** Whether the user may receive changes of this kind at all. */
export function mayReceiveKind({ role, permissions }: Receiver, kind: string): boolean {
  if (role === 'owner') return true
  const permission = Object.hasOwn(REQUIRED_PERMISSIONS, kind)
    ? REQUIRED_PERMISSIONS[kind]
    : undefined
  return permission !== undefined && permissions.includes(permission)
}

/**
 * Who may see a subject. `each`: users with access to all these channels. `any`: users with access to one of them,
 * and the user `of`. null: all users.
 */
export type ChannelScope = { each: string[] } | { any: string[]; of?: number | undefined } | null

export function isInScope(receiver: Receiver, scope: ChannelScope): boolean {
  if (scope === null || receiver.role === 'owner') return true
  if ('each' in scope) return scope.each.every((channel) => mayIn(receiver, channel))
  return scope.of === receiver.id || scope.any.some((channel) => mayIn(receiver, channel))
}
