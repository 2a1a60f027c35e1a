import type { ReactNode } from 'react'

import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { MailRow } from '#server/modules/mail/delivery/mail.sql.ts'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import {
  SAMPLE_PEPPERS,
  type SampleContext,
  sampleOrder,
} from '#server/modules/mail/rendering/sample-values.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Attachment } from '#server/platform/services/service-ports.ts'

export type MailContent = {
  subject: string
  body: ReactNode
  replyTo?: string
  /** Sent from the channel's own address, if it has one. */
  byChannel?: true
  headers?: Readonly<Record<string, string>>
  opensVoucher?: true
  attachments?: readonly Attachment[]
}

/** The data for rendering a queued mail. `orders` contains the order that it is about, if any. */
export type MailContext = {
  shop: Shop
  sql: Queries
  model: ChannelModel
  theme: MailTheme
  mail: MailRow
  orders: ReadonlyMap<string, OrderRow>
  now: Date
}

/** Everything specific to one mail: its content, and sample values for the back office. */
export type MailDefinition = {
  content: (context: MailContext) => MailContent | Promise<MailContent>
  sample: (context: SampleContext) => MailContent
}

/**
 * The data of a mail about an order. `about` is the part of its `subject_id` after the order number, for example the
 * number of a withdrawal, the code of a parcel or the id of a brand.
 */
export type OrderMailContext = {
  theme: MailTheme
  order: OrderRow
  about: string
  now: Date
  peppers: string
}

export function orderContext({ shop, theme, mail, orders, now }: MailContext): OrderMailContext {
  const [number = '', ...details] = mail.subjectId.split(':')
  const order = orders.get(number)
  if (!order) throw new Error(`mail ${mail.id} is about an unknown order`)
  return { theme, order, about: details.join(':'), now, peppers: shop.config.GIFTPOINT_PEPPER }
}

export const sampleOrderContext = (context: SampleContext, about = ''): OrderMailContext => ({
  theme: context.theme,
  order: sampleOrder(context),
  about,
  now: context.now,
  peppers: SAMPLE_PEPPERS,
})

/** A mail whose content depends only on its order. `sample` changes the sample order. */
export const orderMail = (
  content: (context: OrderMailContext) => MailContent,
  sample: { about?: string; order?: (order: OrderRow) => OrderRow } = {},
): MailDefinition => ({
  content: (context) => content(orderContext(context)),
  sample: (context) => {
    const sampleContext = sampleOrderContext(context, sample.about)
    return content({
      ...sampleContext,
      order: sample.order?.(sampleContext.order) ?? sampleContext.order,
    })
  },
})
