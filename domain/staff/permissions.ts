/** The roles of staff, in the order of the columns below. Their limits are in domain/approvals/staff-limits.ts. */
export const ROLES = ['owner', 'editor', 'merchandiser', 'fulfilment', 'service', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** One cell per role: a row with a missing or extra cell does not compile. */
type Row = CellPerColumn<typeof ROLES>
type CellPerColumn<Columns extends readonly string[]> = {
  readonly [Index in keyof Columns]: boolean
}

const yes = true
const no = false

/** Every call and every button of the back office requires one of these permissions. */
// oxfmt-ignore
const PERMISSION_TABLE = {
  //                     owner  editor  merchandiser  fulfilment  service  reader
  'content.read':       [yes,   yes,    yes,          no,         yes,     yes],
  'content.write':      [yes,   yes,    no,           no,         no,      no],
  /** Uploads an image to the media library, for a text or a gift. */
  'media.add':          [yes,   yes,    yes,          no,         no,      no],
  /** At once or scheduled. */
  'release.publish':    [yes,   yes,    no,           no,         no,      no],
  /** The live shop as a voucher holder sees it. */
  'preview.view':        [yes,   yes,    yes,          yes,        yes,     yes],
  /** The same with unpublished releases, another date or sold-out gifts. */
  'preview.compose':    [yes,   yes,    yes,          no,         no,      no],
  'catalogue.read':     [yes,   yes,    yes,          yes,        yes,     yes],
  'catalogue.write':    [yes,   no,     yes,          no,         no,      no],
  'stock.correct':      [yes,   no,     yes,          yes,        no,      no],
  'batch.create':         [yes,   no,     no,           no,         no,      no],
  /** Replace a code, extend or block a voucher. */
  'voucher.change':     [yes,   no,     no,           no,         yes,     no],
  /** Up to the role's limit. Above it an approval is needed. */
  'points.grant':        [yes,   no,     no,           no,         yes,     no],
  'points.approve':     [yes,   no,     no,           no,         no,      no],
  'order.read':         [yes,   no,     yes,          yes,        yes,     yes],
  'order.write':        [yes,   no,     no,           yes,        yes,     no],
  /** Shows names and addresses without a reason. */
  'personal-data.view':        [yes,   no,     no,           yes,        yes,     no],
  /** The same for one person at a time, with a recorded reason. */
  'personal-data.request':         [yes,   no,     no,           yes,        yes,     yes],
  /** Before the parcel is submitted to the warehouse. */
  'order.cancel':       [yes,   no,     no,           yes,        yes,     no],
  'credit.book':        [yes,   no,     no,           no,         yes,     no],
  'credit.approve':     [yes,   no,     no,           no,         no,      no],
  'parcel.read':        [yes,   no,     yes,          yes,        yes,     yes],
  'parcel.write':       [yes,   no,     no,           yes,        no,      no],
  'inbox.read':         [yes,   no,     no,           yes,        yes,     no],
  'inbox.answer':       [yes,   no,     no,           no,         yes,     no],
  'task.read':          [yes,   yes,    yes,          yes,        yes,     yes],
  /** Of the role's own task kinds. */
  'task.resolve':       [yes,   yes,    yes,          yes,        yes,     no],
  'reports.read':       [yes,   yes,    yes,          yes,        yes,     yes],
  'employer.read':      [yes,   no,     no,           no,         yes,     yes],
  'employer.write':     [yes,   no,     no,           no,         no,      no],
  'finance.read':         [yes,   no,     no,           no,         yes,     yes],
  'finance.write':        [yes,   no,     no,           no,         no,      no],
  'channel.read':       [yes,   yes,    yes,          yes,        yes,     yes],
  'channel.write':      [yes,   no,     no,           no,         no,      no],
  'theme.write':        [yes,   yes,    no,           no,         no,      no],
  /** Simulates a season in a copy. The channel is not changed. */
  'channel.simulate':   [yes,   yes,    yes,          no,         no,      no],
  'launch.override':    [yes,   no,     no,           no,         no,      no],
  'staff.manage':       [yes,   no,     no,           no,         no,      no],
  'webhook.manage':     [yes,   no,     no,           no,         no,      no],
  /** Runs the erasure of due personal data, and approves requests for it. */
  'retention.run':      [yes,   no,     no,           no,         no,      no],
  /** Exports a person's data, and requests its erasure. */
  'personal-data.erase':       [yes,   no,     no,           no,         yes,     no],
  /** Actions of all users. */
  'audit.read':         [yes,   no,     no,           no,         no,      no],
  /** The user's own actions. */
  'audit.own':          [yes,   yes,    yes,          yes,        yes,     no],
} as const satisfies Record<string, Row>

export type Permission = keyof typeof PERMISSION_TABLE

export const PERMISSIONS = Object.keys(PERMISSION_TABLE) as Permission[]

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSION_TABLE, text)
}

export function may(role: Role, permission: Permission): boolean {
  return PERMISSION_TABLE[permission][ROLES.indexOf(role)] === yes
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
