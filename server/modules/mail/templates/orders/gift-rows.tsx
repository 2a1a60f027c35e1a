import type { CSSProperties } from 'react'

import { vatCentsOf } from '#domain/finance/vat-amounts.ts'
import { separateArrivals } from '#server/modules/mail/templates/orders/arrival-texts.ts'
import {
  type DeliveryGroup,
  deliveryGroups,
} from '#server/modules/mail/templates/orders/delivery-texts.ts'
import {
  Block,
  Cell,
  Columns,
  Line,
  nameStyle,
  Paragraph,
  Section,
  Picture,
  quietStyle,
  strongStyle,
  TextLines,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { IMAGE_BACKGROUND, HAIRLINE } from '#server/modules/mail/layout/mail-style.ts'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'

/** Gifts with their images, the quantity before the name. A single gift has a larger image. */
export function GiftRows({ theme, lines }: { theme: MailTheme; lines: OrderLine[] }) {
  const [first] = lines
  if (first && lines.length === 1) return <SingleGift theme={theme} line={first} />
  return <Rows theme={theme} lines={lines} />
}

function Rows({ theme, lines }: { theme: MailTheme; lines: OrderLine[] }) {
  return lines.map((line) => (
    <Block key={line.line} style={{ paddingTop: 16 }}>
      <GiftRow theme={theme} line={line} picture={theme.picture(line.picture)} size={SMALL_IMAGE} />
    </Block>
  ))
}

/** The gifts on one line, for the preview of a mail in a list. */
export const giftsText = (lines: Pick<OrderLine, 'quantity' | 'name'>[]) =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** Removes the general delivery promise, for mails that show the arrival day elsewhere or need none. */
export const withoutDeliveryInfo = (lines: OrderLine[]): OrderLine[] =>
  lines.map((line) => ({ ...line, deliveryInfo: '' }))

/** Gifts that are cancelled or returned. */
export function LeavingGiftRows({ theme, lines }: { theme: MailTheme; lines: OrderLine[] }) {
  return <Rows theme={theme} lines={withoutDeliveryInfo(lines)} />
}

/** The width of the image of a single gift, and of one of several. */
const LARGE_IMAGE = 176
const SMALL_IMAGE = 88

function SingleGift({ theme, line }: { theme: MailTheme; line: OrderLine }) {
  return (
    <Block style={{ paddingTop: 24 }}>
      <GiftRow
        theme={theme}
        line={line}
        picture={theme.largePicture(line.picture)}
        size={LARGE_IMAGE}
      />
    </Block>
  )
}

/** Also the style of the name that is shown if images are blocked. */
const pictureStyle: CSSProperties = {
  backgroundColor: IMAGE_BACKGROUND,
  borderRadius: 12,
  objectFit: 'cover',
}

type Row = { theme: MailTheme; line: OrderLine; picture: string | null; size: number }

function GiftRow({ theme, line, picture, size }: Row) {
  const isSingle = size === LARGE_IMAGE
  return (
    <Columns>
      <Cell className={isSingle ? 'stack' : 'thumb'} width={size + 16}>
        <Picture
          src={picture ?? theme.noPicture}
          alt={picture === null ? '' : line.name}
          width={size}
          height={size}
          style={{ ...quietStyle, ...pictureStyle }}
        />
      </Cell>
      <Cell className={isSingle ? 'stack' : undefined}>
        <GiftTexts theme={theme} line={line} isSingle={isSingle} />
      </Cell>
    </Columns>
  )
}

/** The points are in a column of their own, unless a large image leaves no room for it on a phone. */
function GiftTexts({
  theme,
  line,
  isSingle,
}: {
  theme: MailTheme
  line: OrderLine
  isSingle: boolean
}) {
  const points = theme.points(line.points * line.quantity)
  if (isSingle)
    return (
      <>
        <GiftFacts theme={theme} line={line} />
        <Line style={strongStyle}>{points}</Line>
      </>
    )
  return (
    <Columns>
      <Cell>
        <GiftFacts theme={theme} line={line} />
      </Cell>
      <Cell style={amountStyle}>
        <Line style={{ ...strongStyle, lineHeight: nameStyle.lineHeight }}>{points}</Line>
      </Cell>
    </Columns>
  )
}

function GiftFacts({ theme, line }: { theme: MailTheme; line: OrderLine }) {
  const details = [line.variant, line.brand].filter((part) => part !== '').join(' · ')
  return (
    <>
      <Line style={nameStyle} className="name">
        {line.quantity} × {line.name}
      </Line>
      {details !== '' && <Line style={quietStyle}>{details}</Line>}
      {line.quantity > 1 && (
        <Line style={quietStyle}>
          {theme.say('gifts', 'each', { points: theme.points(line.points) })}
        </Line>
      )}
      {line.deliveryInfo !== '' && <Line style={quietStyle}>{line.deliveryInfo}</Line>}
    </>
  )
}

const amountStyle: CSSProperties = { textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: 12 }

/** The total in points, the paid points and euros if a card was used, and the refunds. */
export function OrderSum({ theme, order }: { theme: MailTheme; order: OrderRow }) {
  const { say } = theme
  const sums: Sum[] = [[say('gifts', 'total'), theme.points(order.totalPoints)]]
  if (order.centsPaid > 0) {
    sums.push([say('gifts', 'paid_points'), theme.points(order.pointsPaid)])
    sums.push([say('gifts', 'paid_card'), theme.euros(order.centsPaid)])
    const vat = vatCentsOf(order.centsPaid, order.lines)
    if (vat !== null) sums.push([say('gifts', 'of_which_vat'), theme.euros(vat)])
  }
  const pointsBack = order.credits.reduce((sum, credit) => sum + credit.pointsBack, 0)
  if (pointsBack > 0) sums.push([say('order-cancelled', 'points_back'), theme.points(pointsBack)])
  if (order.centsRefunded > 0)
    sums.push([say('order-cancelled', 'money_back'), theme.euros(order.centsRefunded)])
  return <Sums sums={sums} />
}

export type Sum = [label: string, amount: string]

export const sumsText = (sums: Sum[]) =>
  sums.map(([label, amount]) => `${label}: ${amount}`).join(', ')

export function Sums({ sums }: { sums: Sum[] }) {
  return (
    <Block style={{ paddingTop: 16 }}>
      <Block style={{ borderTop: `1px solid ${HAIRLINE}`, paddingTop: 12 }}>
        {sums.map(([label, amount]) => (
          <Columns key={label}>
            <Cell>
              <Line>{label}</Line>
            </Cell>
            <Cell style={amountStyle}>
              <Line style={strongStyle}>{amount}</Line>
            </Cell>
          </Columns>
        ))}
      </Block>
    </Block>
  )
}

/** Points refunded to an expired voucher cannot be spent until staff extend it. */
export function EndedVoucher({
  theme,
  order,
  now,
}: {
  theme: MailTheme
  order: OrderRow
  now: Date
}) {
  if (order.voucherEndsMs > now.getTime()) return null
  return <Paragraph>{theme.say('order-cancelled', 'voucher_ended')}</Paragraph>
}

type DeliveryProps = { theme: MailTheme; order: OrderRow }

export function DeliveryPart({ theme, order, lines }: DeliveryProps & { lines: DeliveredLine[] }) {
  const { delivery, person } = order
  const groups = deliveryGroups({ delivery, email: person.email, gifts: lines }, theme)
  return (
    <Section title={theme.say('delivery', 'title')}>
      {groups.map((group) => (
        <DeliveryMethod
          key={[group.how, ...group.lines].join()}
          group={group}
          showGifts={groups.length > 1}
        />
      ))}
    </Section>
  )
}

type DeliveredLine = OrderLine & { arrival?: string | undefined }

/** The delivery of the whole order, with the day of each gift if they differ. */
export function OrderDelivery({ theme, order, now }: DeliveryProps & { now: Date }) {
  const arrivals = separateArrivals(order, theme, now)
  const lines = order.lines.map((line) => ({ ...line, arrival: arrivals.get(line.line) }))
  return <DeliveryPart theme={theme} order={order} lines={lines} />
}

function DeliveryMethod({ group, showGifts }: { group: DeliveryGroup; showGifts: boolean }) {
  return (
    <Block style={{ paddingTop: 12 }}>
      <Line style={strongStyle}>{group.how}</Line>
      {showGifts && <Line style={quietStyle}>{group.gifts.join(', ')}</Line>}
      <TextLines lines={group.lines} />
    </Block>
  )
}
