import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'

const EVENT_ICONS: Readonly<Record<string, BackofficeIconName>> = {
  placed: 'orders',
  shipped: 'parcel',
  'parcel-sent': 'parcel',
  'supplier-sent': 'parcel',
  'sent-to-warehouse': 'leave',
  released: 'leave',
  'supplier-asked': 'leave',
  delivered: 'check',
  'parcel-delivered': 'check',
  'supplier-confirmed': 'check',
  'chosen-again': 'check',
  cancelled: 'close',
  deleted: 'close',
  stopped: 'close',
  'warehouse-refused': 'warning',
  'supplier-declined': 'warning',
  'back-order': 'warning',
  'fell-away': 'warning',
  lost: 'warning',
  'parcel-lost': 'warning',
  'parcel-refused': 'warning',
  reopened: 'inward',
  withdrawn: 'inward',
  'address-changed': 'account',
  'digital-sent': 'key',
  'digital-handed': 'key',
}

export const eventIcon = (type: string): BackofficeIconName => EVENT_ICONS[type] ?? 'info'
