import type { HandedPiece } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import { GiftRows } from '#server/modules/mail/templates/orders/gift-rows.tsx'
import {
  Block,
  Line,
  nameStyle,
  Paragraph,
  quietStyle,
  strongStyle,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

type Told = { look: MailLook; order: OrderRow }

/** Brings the codes themselves, and what was made of the others. */
export function DigitalCodes({ look, order, pieces }: Told & { pieces: HandedPiece[] }) {
  const { say } = look
  const { number, person } = order
  const inIt = new Set(pieces.map(({ line }) => line))
  return (
    <MailLayout
      look={look}
      preview={say('digital-codes', 'intro')}
      heading={say('digital-codes', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('digital-codes', 'intro')}</Paragraph>
      <Rest look={look} lines={order.lines.filter(({ line }) => inIt.has(line))} />
      {pieces.map(({ line, unit, code }) => (
        <Block key={`${line} ${unit}`} style={{ paddingTop: 20 }}>
          <Line style={nameStyle}>{order.lines.find((one) => one.line === line)?.name}</Line>
          {code === null ? <Line>{say('digital-codes', 'attached')}</Line> : null}
          {code === null ? null : (
            <>
              <Line style={quietStyle}>{say('digital-codes', 'code')}</Line>
              <Line style={codeStyle}>{code.code}</Line>
            </>
          )}
          {code === null || code.pin === '' ? null : (
            <>
              <Line style={quietStyle}>{say('digital-codes', 'pin')}</Line>
              <Line style={codeStyle}>{code.pin}</Line>
            </>
          )}
        </Block>
      ))}
      <Paragraph>{say('digital-codes', 'again')}</Paragraph>
      <ActionButton
        look={look}
        to={`${look.site}/orders/${number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

/** Similar letters are distinguishable, and a code wraps on a phone. */
const codeStyle = {
  ...strongStyle,
  fontFamily: "Consolas, 'Courier New', monospace",
  fontSize: 20,
  lineHeight: '28px',
  wordBreak: 'break-all',
} as const

const stillWaiting = ({ pieces }: OrderLine) =>
  pieces.filter(({ state }) => state === 'waiting').length

/** How many of how many, of each gift of which some are here and some are not. */
function Rest({ look: { say }, lines }: { look: MailLook; lines: OrderLine[] }) {
  return lines
    .filter((line) => isPartlyHere(line))
    .map((line) => (
      <Paragraph key={line.line}>
        {say('digital-codes', 'rest', {
          name: line.name,
          count: line.pieces.length - stillWaiting(line),
          total: line.pieces.length,
        })}
      </Paragraph>
    ))
}

const isPartlyHere = (line: OrderLine) =>
  stillWaiting(line) > 0 && stillWaiting(line) < line.pieces.length

const waitedFor = ({ lines }: OrderRow, round: number) =>
  lines.filter((line) => line.round === round && stillWaiting(line) > 0)

export const waitsSubject = ({ say }: MailLook, order: OrderRow, round: number) =>
  say('digital-waits', waitedFor(order, round).some(isPartlyHere) ? 'subject_part' : 'subject', {
    order_number: order.number,
  })

/** Reports that codes are missing, or some of them, and that nothing is lost. */
export function DigitalWaits({ look, order, round }: Told & { round: number }) {
  const { say } = look
  const { number, person } = order
  const lines = waitedFor(order, round)
  return (
    <MailLayout
      look={look}
      preview={say('digital-waits', 'intro', { email: person.email })}
      heading={say('digital-waits', lines.some(isPartlyHere) ? 'heading_part' : 'heading', {
        first_name: person.firstName,
      })}
    >
      <Paragraph>{say('digital-waits', 'intro', { email: person.email })}</Paragraph>
      <Rest look={look} lines={lines} />
      <Paragraph>{say('digital-waits', 'nothing_to_do')}</Paragraph>
      {/* That it comes within minutes is true of what there is. */}
      <GiftRows
        look={look}
        lines={lines.map((line) => ({ ...line, quantity: stillWaiting(line), deliveryInfo: '' }))}
      />
      <ActionButton
        look={look}
        to={`${look.site}/orders/${number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}
