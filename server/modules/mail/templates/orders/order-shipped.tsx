import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'
import {
  DeliveryPart,
  GiftRows,
  giftsText,
  withoutDeliveryInfo,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { arrivalHeadline } from '#server/modules/mail/templates/orders/arrival-texts.ts'
import {
  Highlight,
  Line,
  Paragraph,
  quietStyle,
  strongStyle,
  TextLink,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'
import { hasAllLeft, linesPossiblyInParcel } from '#server/modules/orders/lines/unreported-lines.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'

/** Shipment of the parcel with this code; without a code, of all shipped gifts. */
export function OrderShipped({
  theme,
  order,
  code,
  now,
}: {
  theme: MailTheme
  order: OrderRow
  code: string
  now: Date
}) {
  const { say } = theme
  const { number, person } = order
  const parcels = order.parcels.filter((parcel) => code === '' || parcel.code === code)
  const lines = linesInParcel(order, code)
  const isAll = containsWholeOrder(order, code)
  const unknown = possibleContents(order, code)
  const intro = say('order-shipped', unknown ? 'unsaid' : 'intro', { order_number: number })
  return (
    <MailLayout
      theme={theme}
      preview={`${intro} ${giftsText(lines)}`.trim()}
      headline={arrivalHeadline(unknown ?? lines, theme, { order, now, sentAt: lastSent(parcels) })}
      heading={say('order-shipped', isAll ? 'heading' : 'heading_part', {
        first_name: person.firstName,
      })}
    >
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      {parcels.map((parcel) => (
        <TrackedParcel key={parcel.code} theme={theme} parcel={parcel} />
      ))}
      <Paragraph>{intro}</Paragraph>
      <GiftRows theme={theme} lines={withoutDeliveryInfo(lines)} />
      {isAll ? null : <Paragraph>{say('order-shipped', 'rest')}</Paragraph>}
      <DeliveryPart theme={theme} order={order} lines={unknown ?? lines} />
      <ViewOrder theme={theme} order={order} isMain={!parcels.some(isTracked)} />
    </MailLayout>
  )
}

const lastSent = (parcels: readonly Parcel[]): string | null =>
  parcels
    .flatMap(({ sentAt }) => sentAt ?? [])
    .toSorted()
    .at(-1) ?? null

const parcelWithCode = ({ parcels }: OrderRow, code: string) =>
  parcels.find((parcel) => parcel.code === code)

/** The contents of the parcel with this code; without a code, all lines that the warehouse sends. */
export function linesInParcel(order: OrderRow, code: string) {
  if (possibleContents(order, code)) return []
  const parcel = parcelWithCode(order, code)
  // A replacement is not in the parcel of the original gift.
  const sendable = order.lines.filter(
    (line) => line.state !== 'cancelled' && (!parcel || line.round === parcel.round),
  )
  const packed = parcel?.lines ?? []
  if (packed.length === 0) return sendable.filter((line) => line.deliveryCondition === 'monta')
  return sendable.flatMap((line) => {
    const units = packed.find((packedLine) => packedLine.line === line.line)
    return units ? [{ ...line, quantity: units.quantity }] : []
  })
}

/** Possible contents of a parcel with unknown contents, if other parcels exist or may follow. */
export function possibleContents(order: OrderRow, code: string): OrderLine[] | undefined {
  const parcel = parcelWithCode(order, code)
  if (!parcel || parcel.lines.length > 0) return undefined
  const others = order.parcels.filter((other) => other !== parcel && other.round === parcel.round)
  return others.length === 0 && hasAllLeft(order, parcel.round)
    ? undefined
    : linesPossiblyInParcel(order, parcel)
}

/** Whether this parcel contains the whole order. */
export function containsWholeOrder(order: OrderRow, code: string): boolean {
  if (possibleContents(order, code)) return false
  const others = order.parcels.filter(
    (parcel) => parcel.code !== code && !isUndeliverable(parcel.state),
  )
  if (code !== '' && others.some(({ lines }) => lines.length > 0)) return false
  const quantities = new Map(
    linesInParcel(order, code).map(({ line, quantity }) => [line, quantity]),
  )
  return order.lines.every(
    ({ line, quantity, state, deliveryCondition }) =>
      state === 'cancelled' || deliveryCondition === 'digital' || quantities.get(line) === quantity,
  )
}

/** Names the order if this parcel contains the whole order, else a part of the order. */
export const parcelSubject = (
  theme: MailTheme,
  template: 'order-shipped' | 'order-delivered',
  order: OrderRow,
  code: string,
) =>
  theme.say(template, containsWholeOrder(order, code) ? 'subject' : 'subject_part', {
    order_number: order.number,
  })

const isTracked = ({ link }: Parcel) => link !== null && /^https?:\/\//i.test(link)

function TrackedParcel({ theme, parcel }: { theme: MailTheme; parcel: Parcel }) {
  const { code, carrier, link } = parcel
  return (
    <Highlight>
      <Line style={quietStyle}>{theme.say('order-shipped', 'parcels')}</Line>
      <Line style={strongStyle}>{`${carrier} ${code}`.trim()}</Line>
      {link !== null && isTracked(parcel) && (
        <ActionButton
          theme={theme}
          to={link}
          label={theme.say('order-shipped', 'track')}
          spaceAbove={16}
        />
      )}
    </Highlight>
  )
}

/** A link to the order; `isMain`: as the main button of the mail. */
function ViewOrder({
  theme,
  order,
  isMain,
}: {
  theme: MailTheme
  order: OrderRow
  isMain: boolean
}) {
  const to = `${theme.site}/orders/${order.number}`
  const label = theme.say('layout', 'view_order')
  if (isMain) return <ActionButton theme={theme} to={to} label={label} />
  return (
    <Paragraph>
      <TextLink to={to}>{label}</TextLink>
    </Paragraph>
  )
}

export const orderShipped = orderMail(({ theme, order, about, now }) => ({
  subject: parcelSubject(theme, 'order-shipped', order, about),
  body: <OrderShipped theme={theme} order={order} code={about} now={now} />,
}))
