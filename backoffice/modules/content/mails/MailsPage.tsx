import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { MailPreview } from '#backoffice/modules/content/mails/MailPreview.tsx'
import css from '#backoffice/modules/content/mails/MailsPage.module.css'
import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { mailTextShapes } from '#backoffice/modules/content/editor/text-definition.ts'
import { TextHistory } from '#backoffice/modules/content/editor/TextHistory.tsx'
import { TextsEditor } from '#backoffice/modules/content/editor/TextsEditor.tsx'
import { heldFor, useChannel } from '#backoffice/modules/content/use-channel.ts'
import { BackofficeLink, useAsked, withParts } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { MAIL_TEMPLATES, OTHER_MAIL_TEXTS } from '#domain/mail/mails.ts'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'

const MAILS = [...MAIL_TEMPLATES, ...OTHER_MAIL_TEXTS]

/** The texts of one mail beside its preview. */
export function MailsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const channel = useChannel()
  const [asked] = useAsked()
  const release = asked.get('release') ?? ''
  const mail = MAILS.find((one) => one === asked.get('mail')) ?? 'order-confirmation'
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...staffQuery('mailTexts', {
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
  const title = t('contentNode.mails')
  if (!data || !channel) {
    return (
      <PageAwaited
        title={title}
        up={{ to: '/backoffice/content', word: t('content') }}
        error={error}
        again={() => void refetch()}
      />
    )
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
      groupName={(name) => mailName(t, name)}
      beside={<MailLinks mail={mail} />}
      renderAside={(typed) => (
        <MailPreview channel={channel.id} mail={mail} release={release} typed={typed} />
      )}
      below={<TextHistory asked={{ channel: channel.id, kind: 'mail' }} />}
    />
  )
}

function MailLinks({ mail }: { mail: (typeof MAILS)[number] }) {
  const t = useTranslate()
  const [asked] = useAsked()
  return (
    <nav className={css.mails} aria-label={t('contentNode.mails')}>
      {MAILS.map((one) => (
        <BackofficeLink
          key={one}
          replace
          aria-current={one === mail ? 'page' : undefined}
          to={`?${withParts(asked, { mail: one })}`}
        >
          {mailName(t, one)}
        </BackofficeLink>
      ))}
    </nav>
  )
}
