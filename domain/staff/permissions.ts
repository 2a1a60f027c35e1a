/** Who works in the back office. The order is that of the letters in the table below. */
export const ROLES = ['owner', 'editor', 'merchandiser', 'fulfilment', 'service', 'reader'] as const
export type Role = (typeof ROLES)[number]

/**
 * The permissions of each role: the role's first letter in its column, a dash without permission. All calls and
 * buttons of the back office use these names, and no other rule applies.
 */
const TABLE = {
  'content.read': 'oem-sr',
  'content.write': 'oe----',
  /** Brings a picture into the library, for a text or for a gift. */
  'media.add': 'oem---',
  /** At once or at a moment. */
  'release.publish': 'oe----',
  /** The live shop as a voucher holder sees it. */
  'preview.see': 'oemfsr',
  /** The same with unpublished releases, another date or sold-out gifts. */
  'preview.compose': 'oem---',
  'catalogue.read': 'oemfsr',
  'catalogue.write': 'o-m---',
  'stock.correct': 'o-mf--',
  'batch.make': 'o-----',
  /** A code replaced, a voucher extended or blocked. */
  'voucher.change': 'o---s-',
  /** Up to the role's limit. Above it an approver is needed. */
  'points.give': 'o---s-',
  'points.approve': 'o-----',
  'order.read': 'o-mfsr',
  'order.write': 'o--fs-',
  /** Names and addresses in the open, without asking. */
  'person.show': 'o--fs-',
  /** The same for one person at a time, with a recorded reason. */
  'person.ask': 'o--fsr',
  /** Before its parcel is sent for. */
  'order.cancel': 'o--fs-',
  'credit.book': 'o---s-',
  'credit.approve': 'o-----',
  'parcel.read': 'o-mfsr',
  'parcel.write': 'o--f--',
  'inbox.read': 'o--fs-',
  'inbox.answer': 'o---s-',
  'task.read': 'oemfsr',
  /** Of the kinds that are the role's own. */
  'task.resolve': 'oemfs-',
  'figures.read': 'oemfsr',
  'employer.read': 'o---sr',
  'employer.write': 'o-----',
  'money.read': 'o---sr',
  'money.write': 'o-----',
  'channel.read': 'oemfsr',
  'channel.write': 'o-----',
  'theme.write': 'oe----',
  /** Plays a season in a copy; nothing of the channel is written. */
  'channel.simulate': 'oem---',
  'launch.override': 'o-----',
  'staff.manage': 'o-----',
  'webhook.manage': 'o-----',
  /** Runs the erasure of due personal data, and approves requests for it. */
  'retention.run': 'o-----',
  /** Exports a person's data, and requests its erasure. */
  'person.erase': 'o---s-',
  /** Actions of all users. */
  'audit.read': 'o-----',
  /** The user's own actions. */
  'audit.own': 'oemfs-',
} as const satisfies Record<string, string>

export type Permission = keyof typeof TABLE

export const PERMISSIONS = Object.keys(TABLE) as Permission[]

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(TABLE, text)
}

export function may(role: Role, permission: Permission): boolean {
  return TABLE[permission][ROLES.indexOf(role)] === role[0]
}

/** Staff management and approvals are reserved for people: no API token gets them. */
export const mayBeInToken = (permission: Permission): boolean =>
  !permission.startsWith('staff.') && !permission.endsWith('.approve')

export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => may(role, permission))
}

/** All roles except owner are limited to their own channels. */
export function mayIn(
  staff: { role: Role; channels: readonly string[] },
  channel: string,
): boolean {
  return staff.role === 'owner' || staff.channels.includes(channel)
}
