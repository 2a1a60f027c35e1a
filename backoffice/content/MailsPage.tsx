import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { MailPreview } from '#backoffice/content/MailPreview.tsx'
import css from '#backoffice/content/MailsPage.module.css'
import { useTextNames } from '#backoffice/words/use-text-names.ts'
import { mailTextShapes } from '#backoffice/content/text-shape.ts'
import { TextHistory } from '#backoffice/content/TextHistory.tsx'
import { TextsEditor } from '#backoffice/content/TextsEditor.tsx'
import { heldFor, useChannel } from '#backoffice/content/use-channel.ts'
import { DeskLink, useAsked, withParts } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { PageAwaited } from '#backoffice/parts/PageAwaited.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

const MAILS = [
  'order-confirmation',
  'order-changed',
  'order-cancelled',
  'order-shipped',
  'order-delivered',
  'digital-gift',
  'order-credited',
  'digital-codes',
  'digital-waits',
  'withdrawal-receipt',
  'choose-again',
  'choose-again-reminder',
  'chosen-again',
  'voucher-invitation',
  'voucher-letter',
  'voucher-reminder',
  'voucher-ended',
  'acted-for',
  'acting-summary',
  'supplier-order',
  'purchase-order',
  'purchase-reminder',
  'purchase-withdrawn',
  'service-request',
  'service-received',
  'service-answer',
  'staff-invitation',
  'employer-invitation',
  'account-notice',
  'password-reset',
  'layout',
  'gifts',
  'delivery',
  'rights',
] as const

/** The sentences of the mails, one mail at a time, beside the mail as it will look. */
export function MailsPage({ staff }: DeskPageProps) {
  const say = useSay()
  const channel = useChannel()
  const [asked] = useAsked()
  const release = asked.get('release') ?? ''
  const mail = MAILS.find((one) => one === asked.get('mail')) ?? MAILS[0]
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...deskQuery('mailTexts', {
      channel: channel?.id ?? '',
      ...(release === '' ? {} : { release }),
    }),
    enabled: channel !== null,
    placeholderData: heldFor(channel?.id),
  })
  const { nameText } = useTextNames()
  const texts = useMemo(
    () =>
      data
        ? mailTextShapes(
            data.channel,
            data.texts.filter((text) => text.mail === mail),
            nameText,
          )
        : [],
    [data, mail, nameText],
  )
  const title = say('thing.mails')
  if (!data || !channel) {
    return (
      <PageAwaited
        title={title}
        up={{ to: '/desk/content', word: say('content') }}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const mailName = (name: string) => {
    const known = MAILS.find((one) => one === name)
    return known ? say(`mail.${known}`) : name
  }
  return (
    <TextsEditor
      key={channel.id}
      staff={staff}
      channel={channel}
      name="mails"
      title={title}
      texts={texts}
      readWith={isPlaceholderData ? '' : release}
      groupName={mailName}
      beside={
        <nav className={css.mails} aria-label={title}>
          {MAILS.map((one) => (
            <DeskLink
              key={one}
              replace
              aria-current={one === mail ? 'page' : undefined}
              to={`?${withParts(asked, { mail: one })}`}
            >
              {mailName(one)}
            </DeskLink>
          ))}
        </nav>
      }
      renderAside={(typed) => (
        <MailPreview channel={channel.id} mail={mail} release={release} typed={typed} />
      )}
      below={<TextHistory asked={{ channel: channel.id, kind: 'mail' }} />}
    />
  )
}
