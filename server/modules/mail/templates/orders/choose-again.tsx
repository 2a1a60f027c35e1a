import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'
import type { OrderReplacementOffer, OrderRow } from '#server/modules/orders/order.sql.ts'
import {
  GiftRows,
  giftsText,
  LeavingGiftRows,
  withoutDeliveryInfo,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import {
  arrivalHeadline,
  deliveredHeadline,
} from '#server/modules/mail/templates/orders/arrival-texts.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import {
  type MailContent,
  type MailDefinition,
  orderContext,
  orderMail,
  type OrderMailContext,
  sampleOrderContext,
} from '#server/modules/mail/rendering/mail-definition.ts'
import { SAMPLE_CHOICE } from '#server/modules/mail/rendering/sample-values.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'
import { findReplacementGifts } from '#server/modules/orders/replacements/replacement-gifts.ts'

type Props = { theme: MailTheme; order: OrderRow; choice: OrderReplacementOffer; now: Date }

const CAUSE_KEYS = {
  'sold-out': 'sold_out',
  declined: 'declined',
  lost: 'lost',
  refused: 'refused',
} as const
const SEVERAL_KEYS = {
  declined: 'declined_several',
  lost: 'lost_several',
  refused: 'refused_several',
} as const

type OfferProps = {
  theme: MailTheme
  order: OrderRow
  /** Replacement offers with the same cause and the same deadline. `link` opens the page for one of them. */
  offers: readonly { choice: OrderReplacementOffer; link: string }[]
  isReminder: boolean
  /** No gift is available as a replacement. */
  hasNoGifts: boolean
}

/** The unavailable gifts, links to choose replacements, and what happens without an answer. */
export function ChooseAgain({ theme, order, offers, isReminder, hasNoGifts }: OfferProps) {
  const { say } = theme
  const template = isReminder && !hasNoGifts ? 'choose-again-reminder' : 'choose-again'
  const [first] = offers
  if (!first) throw new Error(`order ${order.number}: mail without a choice`)
  const isSingle = offers.length === 1
  const { cause, until } = first.choice
  const intro = isReminder
    ? say('choose-again-reminder', isSingle ? 'intro' : 'intro_several')
    : say(
        'choose-again',
        isSingle || cause === 'sold-out' ? CAUSE_KEYS[cause] : SEVERAL_KEYS[cause],
      )
  const lastMoment = new Date(new Date(until).getTime() - 1)
  const firstName = { first_name: order.person.firstName }
  const rowsOf = (choices: readonly OrderReplacementOffer[]) =>
    choices.flatMap((choice) => {
      const line = order.lines.find((ordered) => ordered.line === choice.line)
      return line ? [{ ...line, ...choice.former }] : []
    })
  const button = say('choose-again', hasNoGifts ? 'button_nothing' : 'button')
  const date = theme.date(lastMoment)
  return (
    <MailLayout
      theme={theme}
      preview={`${intro} ${giftsText(offers.map(({ choice }) => choice.former))}`}
      heading={
        isSingle || template === 'choose-again-reminder'
          ? say(template, 'heading', firstName)
          : say('choose-again', 'heading_several', firstName)
      }
    >
      <Paragraph>{intro}</Paragraph>
      <LeavingGiftRows theme={theme} lines={rowsOf(offers.map(({ choice }) => choice))} />
      {hasNoGifts ? (
        <Paragraph>{say('choose-again', 'nothing', { date })}</Paragraph>
      ) : (
        <>
          <Paragraph>{say('choose-again', isSingle ? 'what' : 'what_several')}</Paragraph>
          <Paragraph>{say('choose-again', 'until', { date })}</Paragraph>
        </>
      )}
      {offers.map(({ choice, link }) => (
        <ActionButton
          key={choice.id}
          theme={theme}
          to={link}
          label={
            isSingle
              ? button
              : say('choose-again', 'button_of', { what: button, name: choice.former.name })
          }
        />
      ))}
    </MailLayout>
  )
}

/** If the original gift is delivered after all, nothing replaces it. */
export const chosenAgainSubject = (
  theme: MailTheme,
  order: OrderRow,
  { outcome }: OrderReplacementOffer,
) =>
  theme.say('chosen-again', outcome === 'called-off' ? 'subject_kept' : 'subject', {
    order_number: order.number,
  })

/** The replacement, or the information that the original gift is delivered after all. */
export function ChosenAgain({ theme, order, choice, now }: Props) {
  const { say } = theme
  const parcel = order.parcels.find(
    ({ state, round, lines }) =>
      !isUndeliverable(state) &&
      round === choice.former.round &&
      lines.some(({ line }) => line === choice.line),
  )
  const afterAll =
    parcel === undefined ? 'after_all' : parcel.state === 'sent' ? 'on_its_way' : 'was_found'
  const lines = order.lines.filter(({ line }) => line === choice.line)
  const isKept = choice.outcome === 'called-off'
  const intro = say('chosen-again', isKept ? afterAll : 'intro')
  return (
    <MailLayout
      theme={theme}
      preview={`${intro} ${giftsText(lines)}`}
      headline={
        isKept && parcel?.state === 'delivered'
          ? deliveredHeadline(order, { deliveredAt: parcel.deliveredAt, line: lines[0] }, theme)
          : arrivalHeadline(lines, theme, { order, now, sentAt: parcel?.sentAt ?? null })
      }
      heading={say('chosen-again', 'heading', { first_name: order.person.firstName })}
    >
      <Paragraph>{intro}</Paragraph>
      <GiftRows theme={theme} lines={withoutDeliveryInfo(lines)} />
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${order.number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

function offerContent(
  template: 'choose-again' | 'choose-again-reminder',
  { theme, order, about, peppers }: OrderMailContext,
  hasNoGifts: boolean,
): MailContent {
  const offers = about.split(':').map((id) => {
    const choice = choiceOf(order, id)
    const hash = Buffer.from(choice.tokenHash, 'hex')
    const token = linkToken(peppers, 'choose again', choice.id, hash)
    if (token === undefined) throw new Error(`link of choice ${choice.id} not found`)
    const link = `${theme.site}/choose-again?language=${theme.language}#${token}`
    return { choice, link }
  })
  const isReminder = template === 'choose-again-reminder'
  const facts = { order_number: order.number }
  return {
    subject: hasNoGifts
      ? theme.say('choose-again', 'subject_nothing', facts)
      : theme.say(template, 'subject', facts),
    body: <ChooseAgain {...{ theme, order, offers, isReminder, hasNoGifts }} />,
  }
}

const offerMail = (template: 'choose-again' | 'choose-again-reminder'): MailDefinition => ({
  async content(context) {
    const orderMailContext = orderContext(context)
    const { order, about } = orderMailContext
    for (const id of about.split(':')) {
      const gifts = await findReplacementGifts(
        context.sql,
        context.model,
        order,
        choiceOf(order, id),
      )
      if (gifts.length > 0) return offerContent(template, orderMailContext, false)
    }
    return offerContent(template, orderMailContext, true)
  },
  sample: (context) => offerContent(template, sampleOrderContext(context, SAMPLE_CHOICE), false),
})

export const chooseAgain = offerMail('choose-again')
export const chooseAgainReminder = offerMail('choose-again-reminder')

export const chosenAgain = orderMail(
  ({ theme, order, about, now }) => {
    const choice = choiceOf(order, about)
    return {
      subject: chosenAgainSubject(theme, order, choice),
      body: <ChosenAgain {...{ theme, order, choice, now }} />,
    }
  },
  {
    about: SAMPLE_CHOICE,
    order: (order) => ({
      ...order,
      replacementOffers: order.replacementOffers.map((choice) => ({
        ...choice,
        outcome: 'other-gift',
      })),
    }),
  },
)

function choiceOf(order: OrderRow, id: string) {
  const choice = order.replacementOffers.find((candidate) => candidate.id === id)
  if (!choice) throw new Error(`order ${order.number} has no choice '${id}'`)
  return choice
}
