import type { Thread, ThreadMessage } from '#backoffice/modules/support/thread.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffAddress } from '#contract/client.staff.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ThreadMessages.module.css'

/** All messages, oldest first. They are rendered as plain text only. */
export function ThreadMessages({
  thread,
  onCorrectSender,
}: {
  thread: Thread
  onCorrectSender: (() => void) | undefined
}) {
  const t = useTranslate()
  return (
    <section aria-label={t('inbox.messages')}>
      <ol className={css.messages}>
        {thread.messages.map((message) => (
          <li key={message.id} className={classNames(css.bubble, css[message.kind])}>
            <MessageBody thread={thread} message={message} />
            <Attachments thread={thread} message={message} />
            <p className={css.foot}>
              <MessageAuthor message={message} /> ·{' '}
              <DateTime at={message.at} channel={thread.channel.id} />
              {message.stranger ? <StatusMark kind="warn">{t('inbox.stranger')}</StatusMark> : null}
            </p>
            {message.mail ? (
              <DeliveryStatus message={message} onCorrectSender={onCorrectSender} />
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

function MessageBody({ thread, message }: { thread: Thread; message: ThreadMessage }) {
  const t = useTranslate()
  const { kind, body, whole } = message
  const lang = kind === 'note' ? undefined : thread.language
  if (kind === 'automatic') {
    return (
      <details>
        <summary>{t('inbox.automatic')}</summary>
        <p className={css.words}>
          <bdi>{whole ?? body}</bdi>
        </p>
      </details>
    )
  }
  return (
    <>
      <p className={css.words} lang={lang}>
        <bdi>{body}</bdi>
      </p>
      {whole === null ? null : (
        <details>
          <summary>{t('inbox.quoted')}</summary>
          <p className={css.words} lang={lang}>
            <bdi>{whole}</bdi>
          </p>
        </details>
      )}
    </>
  )
}

function MessageAuthor({ message: { kind, by, from } }: { message: ThreadMessage }) {
  const t = useTranslate()
  if (kind === 'note') return t('inbox.noteBy', { name: by?.name ?? '' })
  return by?.name ?? <bdi>{from}</bdi>
}

function Attachments({
  thread,
  message: { attachments, left_out },
}: {
  thread: Thread
  message: ThreadMessage
}) {
  const t = useTranslate()
  if (attachments.length === 0 && left_out === 0) return null
  return (
    <div className={css.files}>
      {attachments.map(({ id, name, bytes }) => (
        <a
          key={id}
          href={staffAddress('requestAttachment', { id: thread.id, attachment: id })}
          download
        >
          {name} ({Math.max(1, Math.round(bytes / 1024))} kB)
        </a>
      ))}
      {left_out > 0 ? <span>{t('inbox.leftOut', { count: left_out })}</span> : null}
    </div>
  )
}

/** The delivery state as far as it is known. A bounce shows the mail server's text. */
function DeliveryStatus({
  message: { mail, kind },
  onCorrectSender,
}: {
  message: ThreadMessage
  onCorrectSender: (() => void) | undefined
}) {
  const t = useTranslate()
  if (!mail) return null
  const { state, to, said } = mail
  // A receipt is assumed to arrive, so only its bounce is shown.
  if (kind === 'in' && state !== 'refused') return null
  const statusText = to === '' ? t('inbox.mailErased') : t(`inbox.mail.${state}`, { to })
  return (
    <div className={css.mail}>
      <StatusMark kind={state === 'refused' ? 'bad' : state === 'sent' ? 'done' : 'wait'}>
        {kind === 'in' ? `${t('inbox.received')}: ${statusText}` : statusText}
      </StatusMark>
      {state === 'refused' ? (
        <>
          <span className={css.said}>{said}</span>
          {onCorrectSender ? (
            <ActionButton small onClick={onCorrectSender}>
              {t('inbox.sender')}
            </ActionButton>
          ) : null}
          <BackofficeLink to="/backoffice/tasks?kind=mail-refused">
            {t('inbox.resolve')}
          </BackofficeLink>
        </>
      ) : null}
    </div>
  )
}
