import type { Translate } from '#backoffice/i18n/translator.tsx'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

/** Texts for order events. An unlisted event is the warehouse's own. */
const EVENTS = {
  placed: 'order.event.placed',
  released: 'order.event.released',
  'sent-to-warehouse': 'order.event.sent-to-warehouse',
  'warehouse-refused': 'order.event.warehouse-refused',
  received: 'order.event.received',
  picked: 'order.event.picked',
  lost: 'order.event.lost',
  shipped: 'order.event.shipped',
  deleted: 'order.event.deleted',
  delivered: 'order.event.delivered',
  cancelled: 'order.event.cancelled',
  reopened: 'order.event.reopened',
  withdrawn: 'order.event.withdrawn',
  credited: 'order.event.credited',
  'address-changed': 'order.event.address-changed',
  'delivery-changed': 'order.event.delivery-changed',
  'digital-sent': 'order.event.digital-sent',
  'back-order': 'order.event.back-order',
  'digital-handed': 'order.event.digital-handed',
  'digital-waits': 'order.event.digital-waits',
  'supplier-expected': 'order.event.supplier-expected',
  'parcel-delivered': 'order.event.parcel-delivered',
  'parcel-sent': 'order.event.parcel-sent',
  'parcel-lost': 'order.event.parcel-lost',
  'parcel-refused': 'order.event.parcel-refused',
  'supplier-asked': 'order.event.supplier-asked',
  'supplier-confirmed': 'order.event.supplier-confirmed',
  'supplier-sent': 'order.event.supplier-sent',
  'supplier-resolved': 'order.event.supplier-resolved',
  'supplier-declined': 'order.event.supplier-declined',
  'fell-away': 'order.event.fell-away',
  'choice-reminded': 'order.event.choice-reminded',
  'chosen-again': 'order.event.chosen-again',
  'choice-points-back': 'order.event.choice-points-back',
  'choice-default': 'order.event.choice-default',
  'choice-called-off': 'order.event.choice-called-off',
  'changed-at-warehouse': 'order.event.changed-at-warehouse',
  stopped: 'order.event.stopped',
} as const satisfies Record<string, MessageKey>

export const eventText = (t: Translate, type: string): string =>
  Object.hasOwn(EVENTS, type)
    ? t(EVENTS[type as keyof typeof EVENTS])
    : t('order.event.told', { what: readableKey(type) })

/** For these events the warehouse's own text only repeats the event, in its language. */
export const WAREHOUSE_EVENTS: ReadonlySet<string> = new Set([
  'received',
  'picked',
  'shipped',
  'delivered',
  'lost',
])
