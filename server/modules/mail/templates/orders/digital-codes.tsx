import type { AssignedItem } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import { GiftRows, withoutDeliveryInfo } from '#server/modules/mail/templates/orders/gift-rows.tsx'
import {
  Block,
  Line,
  nameStyle,
  Paragraph,
  quietStyle,
  strongStyle,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import {
  type MailDefinition,
  orderContext,
  orderMail,
  sampleOrderContext,
} from '#server/modules/mail/rendering/mail-definition.ts'
import { SAMPLE_NUMBER } from '#server/modules/mail/rendering/sample-values.ts'
import { createGiftCard } from '#server/modules/fulfilment/digital/gift-card-pdf.ts'
import { assignedItems } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { Attachment } from '#server/platform/services/service-ports.ts'

type OrderProps = { theme: MailTheme; order: OrderRow }

/** Contains the codes. Documents are attached. */
export function DigitalCodes({ theme, order, pieces }: OrderProps & { pieces: AssignedItem[] }) {
  const { say } = theme
  const { number, person } = order
  const handedLines = new Set(pieces.map(({ line }) => line))
  return (
    <MailLayout
      theme={theme}
      preview={say('digital-codes', 'intro')}
      heading={say('digital-codes', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('digital-codes', 'intro')}</Paragraph>
      <PartialCounts
        theme={theme}
        lines={order.lines.filter(({ line }) => handedLines.has(line))}
      />
      {pieces.map(({ line, unit, code }) => (
        <Block key={`${line} ${unit}`} style={{ paddingTop: 20 }}>
          <Line style={nameStyle}>
            {order.lines.find((ordered) => ordered.line === line)?.name}
          </Line>
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
        theme={theme}
        to={`${theme.site}/orders/${number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

/** A font in which similar characters differ. Long codes wrap on a phone. */
const codeStyle = {
  ...strongStyle,
  fontFamily: "Consolas, 'Courier New', monospace",
  fontSize: 20,
  lineHeight: '28px',
  wordBreak: 'break-all',
} as const

const countWaiting = ({ digitalItems }: OrderLine) =>
  digitalItems.filter(({ state }) => state === 'waiting').length

/** For gifts with only some units available: the number of available units and the total. */
function PartialCounts({ theme: { say }, lines }: { theme: MailTheme; lines: OrderLine[] }) {
  return lines
    .filter((line) => isPartlyAvailable(line))
    .map((line) => (
      <Paragraph key={line.line}>
        {say('digital-codes', 'rest', {
          name: line.name,
          count: line.digitalItems.length - countWaiting(line),
          total: line.digitalItems.length,
        })}
      </Paragraph>
    ))
}

const isPartlyAvailable = (line: OrderLine) =>
  countWaiting(line) > 0 && countWaiting(line) < line.digitalItems.length

const waitingLines = ({ lines }: OrderRow, round: number) =>
  lines.filter((line) => line.round === round && countWaiting(line) > 0)

export const waitsSubject = ({ say }: MailTheme, order: OrderRow, round: number) =>
  say(
    'digital-waits',
    waitingLines(order, round).some(isPartlyAvailable) ? 'subject_part' : 'subject',
    {
      order_number: order.number,
    },
  )

/** Some or all codes are not available yet. Explains that nothing is lost. */
export function DigitalWaits({ theme, order, round }: OrderProps & { round: number }) {
  const { say } = theme
  const { number, person } = order
  const lines = waitingLines(order, round)
  return (
    <MailLayout
      theme={theme}
      preview={say('digital-waits', 'intro', { email: person.email })}
      heading={say('digital-waits', lines.some(isPartlyAvailable) ? 'heading_part' : 'heading', {
        first_name: person.firstName,
      })}
    >
      <Paragraph>{say('digital-waits', 'intro', { email: person.email })}</Paragraph>
      <PartialCounts theme={theme} lines={lines} />
      <Paragraph>{say('digital-waits', 'nothing_to_do')}</Paragraph>
      {/* "Within minutes" applies only to available codes. */}
      <GiftRows
        theme={theme}
        lines={withoutDeliveryInfo(lines).map((line) => ({
          ...line,
          quantity: countWaiting(line),
        }))}
      />
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const digitalCodes: MailDefinition = {
  async content(context) {
    const { shop, sql, model, theme, mail } = context
    const { order, about, peppers } = orderContext(context)
    const items = await assignedItems(sql, peppers, order.number)
    const pieces = items.filter(({ mailNumber }) => mailNumber === Number(about))
    if (pieces.length === 0) throw new Error(`mail ${mail.id} has no content`)
    const attachments: Attachment[] = []
    for (const item of pieces)
      if (item.kind === 'pdf')
        attachments.push(await createGiftCard(shop, model, { theme, order, item }))
    return {
      subject: theme.say('digital-codes', 'subject', { order_number: order.number }),
      body: <DigitalCodes theme={theme} order={order} pieces={pieces} />,
      // The mail contains codes that anyone can use.
      opensVoucher: true,
      ...(attachments.length > 0 ? { attachments } : {}),
    }
  },
  sample(context) {
    const { theme, order } = sampleOrderContext(context)
    const pieces = [
      { code: { code: 'ABCD-1234-EFGH', pin: '4821' }, kind: 'code' as const, line: 1 },
      { code: null, kind: 'pdf' as const, line: 2 },
    ].map((piece) => ({ ...piece, unit: 1, handedAt: context.now, mailNumber: 1 }))
    // One unit has a code and one does not, so that the sample shows all texts of the mail.
    const handed = { ...SAMPLE_WAITING, unit: 1, state: 'handed' as const, mailNumber: 1 }
    const lines = order.lines.map((line) =>
      line.line === 1 ? { ...line, digitalItems: [handed, SAMPLE_WAITING] } : line,
    )
    return {
      subject: theme.say('digital-codes', 'subject', { order_number: SAMPLE_NUMBER }),
      body: <DigitalCodes theme={theme} order={{ ...order, lines }} pieces={pieces} />,
    }
  },
}

const SAMPLE_WAITING = {
  unit: 2,
  kind: 'code' as const,
  state: 'waiting' as const,
  mailNumber: 0,
}

export const digitalWaits = orderMail(
  ({ theme, order, about }) => ({
    subject: waitsSubject(theme, order, Number(about)),
    body: <DigitalWaits theme={theme} order={order} round={Number(about)} />,
  }),
  {
    about: '0',
    order: (order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, digitalItems: [SAMPLE_WAITING] })),
    }),
  },
)
