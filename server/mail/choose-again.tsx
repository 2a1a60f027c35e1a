import { hasFallen } from '#domain/parcel-state.ts'
import type { OrderChoice, OrderRow } from '#server/books/order-queries.ts'
import { GiftRows, giftsInWords, LeavingGiftRows } from '#server/mail/gift-rows.tsx'
import { Paragraph } from '#server/mail/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/mail/mail-layout.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'

type Props = { look: MailLook; order: OrderRow; choice: OrderChoice }

const CAUSE_KEYS = {
  'sold-out': 'sold_out',
  declined: 'declined',
  lost: 'lost',
  refused: 'refused',
} as const

/** A gift fell away: what else there is, and what happens without an answer. `link` opens the choice. */
export function ChooseAgain({
  look,
  order,
  choice,
  link,
  reminds,
}: Props & { link: string; reminds: boolean }) {
  const { say } = look
  const template = reminds ? 'choose-again-reminder' : 'choose-again'
  const line = order.lines.find((one) => one.line === choice.line)
  const intro = reminds
    ? say('choose-again-reminder', 'intro')
    : say('choose-again', CAUSE_KEYS[choice.cause])
  const lastMoment = new Date(new Date(choice.until).getTime() - 1)
  return (
    <MailLayout
      look={look}
      preview={`${intro} ${giftsInWords([choice.former])}`}
      heading={say(template, 'heading', { first_name: order.person.firstName })}
    >
      <Paragraph>{intro}</Paragraph>
      {line && <LeavingGiftRows look={look} lines={[{ ...line, ...choice.former }]} />}
      <Paragraph>{say('choose-again', 'what')}</Paragraph>
      <Paragraph>{say('choose-again', 'until', { date: look.date(lastMoment) })}</Paragraph>
      <ActionButton look={look} to={link} words={say('choose-again', 'button')} />
    </MailLayout>
  )
}

/** Where the gift comes after all nothing comes in its place. */
export const chosenAgainSubject = (look: MailLook, order: OrderRow, { outcome }: OrderChoice) =>
  look.say('chosen-again', outcome === 'called-off' ? 'subject_kept' : 'subject', {
    order_number: order.number,
  })

/** What comes in its place, or that it comes after all. */
export function ChosenAgain({ look, order, choice }: Props) {
  const { say } = look
  const parcel = order.parcels.find(
    ({ state, round, lines }) =>
      !hasFallen(state) &&
      round === choice.former.round &&
      lines.some(({ line }) => line === choice.line),
  )
  const after =
    parcel === undefined ? 'after_all' : parcel.state === 'sent' ? 'on_its_way' : 'was_found'
  const lines = order.lines.filter(({ line }) => line === choice.line)
  const intro = say('chosen-again', choice.outcome === 'called-off' ? after : 'intro')
  return (
    <MailLayout
      look={look}
      preview={`${intro} ${giftsInWords(lines)}`}
      heading={say('chosen-again', 'heading', { first_name: order.person.firstName })}
    >
      <Paragraph>{intro}</Paragraph>
      <GiftRows look={look} lines={lines} />
      <ActionButton
        look={look}
        to={`${look.site}/orders/${order.number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}
