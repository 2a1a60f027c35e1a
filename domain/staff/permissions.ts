/** Who works in the back office. The order is that of the letters in the table below. */
export const ROLES = ['owner', 'editor', 'merchandiser', 'fulfilment', 'service', 'reader'] as const
export type Role = (typeof ROLES)[number]

/**
 * What each role may: its first letter stands at its place, a dash where it may not. Every call of the back office names one
 * of these, and so does every button; nothing else decides.
 */
const TABLE = {
  'content.read': 'oem-sr',
  'content.write': 'oe----',
  /** Brings a picture into the library, for a text or for a gift. */
  'media.add': 'oem---',
  /** At once or at a moment. */
  'release.publish': 'oe----',
  /** The shop as a holder would see it, as it stands. */
  'preview.see': 'oemfsr',
  /** The same with what is not out yet, on another day, with a gift sold out. */
  'preview.compose': 'oem---',
  'catalogue.read': 'oemfsr',
  'catalogue.write': 'o-m---',
  'stock.correct': 'o-mf--',
  'batch.make': 'o-----',
  /** A code replaced, a voucher extended or blocked. */
  'voucher.change': 'o---s-',
  /** Up to the limit of the role; above it a second person says yes. */
  'points.give': 'o---s-',
  'points.approve': 'o-----',
  'order.read': 'o-mfsr',
  'order.write': 'o--fs-',
  /** Names and addresses in the open, without asking. */
  'person.show': 'o--fs-',
  /** The same one at a time, with a reason that is written down. */
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
  /** Which other programs are told what. */
  'webhook.manage': 'o-----',
  /** Lets names be erased when their time is over, and says yes where a colleague asks for it. */
  'retention.run': 'o-----',
  /** Gives somebody what is kept about them, and asks that they be erased. */
  'person.erase': 'o---s-',
  /** What everybody did. */
  'audit.read': 'o-----',
  /** What one did oneself. */
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

/** Rights and approvals belong to people: no API token has these, whatever its owner may. */
export const mayBeInToken = (permission: Permission): boolean =>
  !permission.startsWith('staff.') && !permission.endsWith('.approve')

export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => may(role, permission))
}

/** Everybody but the owner works in the channels that are theirs. */
export function mayIn(
  staff: { role: Role; channels: readonly string[] },
  channel: string,
): boolean {
  return staff.role === 'owner' || staff.channels.includes(channel)
}
