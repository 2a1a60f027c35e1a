import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { ContentHead } from '#backoffice/modules/content/editor/ContentHead.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { groupedMails, isMailText } from '#backoffice/modules/content/mails/mail-groups.ts'
import { MailIndex } from '#backoffice/modules/content/mails/MailIndex.tsx'
import { MailPreview } from '#backoffice/modules/content/mails/MailPreview.tsx'
import css from '#backoffice/modules/content/mails/MailsPage.module.css'
import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { mailTextShapes } from '#backoffice/modules/content/editor/text-definition.ts'
import { TextHistory } from '#backoffice/modules/content/editor/TextHistory.tsx'
import { TextsEditor } from '#backoffice/modules/content/editor/TextsEditor.tsx'
import { dataOfSameChannel, useChannel } from '#backoffice/modules/content/use-channel.ts'
import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { MailText } from '#domain/mail/mails.ts'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'

/** The email of the address. A search within the texts starts with the email that most recipients get. */
function mailOf(query: URLSearchParams): MailText | null {
  const mail = query.get('mail')
  if (isMailText(mail)) return mail
  return query.has('find') ? 'order-confirmation' : null
}

/** All emails, or the texts of the email in the address. */
export function MailsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const channel = useChannel()
  const [query] = useQueryParams()
  const mail = mailOf(query)
  if (mail !== null) return <MailTexts staff={staff} mail={mail} />
  return channel ? (
    <>
      <ContentHead title={t('contentNode.mails')} channel={channel} name="mails" />
      <MailIndex channel={channel.id} />
    </>
  ) : (
    <PagePending
      title={t('contentNode.mails')}
      parent={{ to: '/backoffice/content', label: t('content') }}
      error={null}
      onRetry={() => {}}
    />
  )
}

/** The texts of one email beside its preview. */
function MailTexts({ staff, mail }: { staff: StaffPageProps['staff']; mail: MailText }) {
  const t = useTranslate()
  const channel = useChannel()
  const [query] = useQueryParams()
  const release = query.get('release') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...staffQuery('mailTexts', {
      channel: channel?.id ?? '',
      ...(release === '' ? {} : { release }),
    }),
    enabled: channel !== null,
    placeholderData: dataOfSameChannel(channel?.id),
  })
  const texts = useMailTexts(data, mail)
  const title = t('contentNode.mails')
  if (!data || !channel) {
    return (
      <PagePending
        title={title}
        parent={{ to: '/backoffice/content', label: t('content') }}
        error={error}
        onRetry={() => void refetch()}
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
      shownRelease={isPlaceholderData ? '' : release}
      drafts={data.drafts}
      groupName={(name) => mailName(t, name)}
      beside={<MailChoice mail={mail} />}
      renderAside={(typed, language) => (
        <MailPreview
          channel={channel.id}
          mail={mail}
          release={release}
          typed={typed}
          language={language}
        />
      )}
      below={<TextHistory query={{ channel: channel.id, kind: 'mail' }} />}
    />
  )
}

function useMailTexts(data: StaffResponse<'mailTexts'> | undefined, mail: MailText) {
  const { nameText } = useTextNames()
  return useMemo(
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
}

/** Chooses another email, or leads back to all emails. */
function MailChoice({ mail }: { mail: MailText }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  return (
    <span className={css.choice}>
      <BackofficeLink
        className={actionButtonClass('plain')}
        to={`?${withQueryParams(query, { mail: null, find: null })}`}
      >
        {t('mails.all')}
      </BackofficeLink>
      <select
        aria-label={t('mails.choose')}
        value={mail}
        onChange={({ target }) => change({ mail: target.value }, { replace: true })}
      >
        {groupedMails.map(({ group, mails }) => (
          <optgroup key={group} label={t(`mailGroup.${group}`)}>
            {mails.map((name) => (
              <option key={name} value={name}>
                {mailName(t, name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </span>
  )
}
