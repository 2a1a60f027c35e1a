import type { HandedPiece } from '#server/books/digital-queries.ts'
import type { OrderRow } from '#server/books/order-queries.ts'
import { GiftRows } from '#server/mail/gift-rows.tsx'
import {
  Block,
  Line,
  nameStyle,
  Paragraph,
  quietStyle,
  strongStyle,
} from '#server/mail/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/mail/mail-layout.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'

type Told = { look: MailLook; order: OrderRow }

/** Brings the codes themselves, and what was made of the others. */
export function DigitalCodes({ look, order, pieces }: Told & { pieces: HandedPiece[] }) {
  const { say } = look
  const { number, person } = order
  return (
    <MailLayout
      look={look}
      preview={say('digital-codes', 'intro')}
      heading={say('digital-codes', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('digital-codes', 'intro')}</Paragraph>
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

/** Told apart letter by letter, and broken where a phone ends. */
const codeStyle = {
  ...strongStyle,
  fontFamily: "Consolas, 'Courier New', monospace",
  fontSize: 20,
  lineHeight: '28px',
  wordBreak: 'break-all',
} as const

/** Says that there is nothing yet, and that nothing is lost. */
export function DigitalWaits({ look, order, round }: Told & { round: number }) {
  const { say } = look
  const { number, person } = order
  const lines = order.lines.flatMap((line) => {
    const waiting = line.pieces.filter(({ state }) => state === 'waiting').length
    return line.round === round && waiting > 0 ? [{ ...line, quantity: waiting }] : []
  })
  return (
    <MailLayout
      look={look}
      preview={say('digital-waits', 'intro', { email: person.email })}
      heading={say('digital-waits', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('digital-waits', 'intro', { email: person.email })}</Paragraph>
      <Paragraph>{say('digital-waits', 'nothing_to_do')}</Paragraph>
      <GiftRows look={look} lines={lines} />
      <ActionButton
        look={look}
        to={`${look.site}/orders/${number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}
