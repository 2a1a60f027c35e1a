import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { countSavedReply, savedReplyUses } from '#backoffice/modules/support/saved-reply-use.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { allLanguages } from '#domain/language.ts'

import css from './SavedReplyChoice.module.css'

type SavedReply = StaffResponse<'savedReplies'>['items'][number]

const CHIPS = 4

/**
 * The saved replies that the user has used most as chips, the others in a menu. The order is fixed when the page opens,
 * so that no chip moves while the user works.
 */
export function SavedReplyChoice({
  staff,
  thread,
  onChoose,
}: {
  staff: string
  thread: Thread
  onChoose: (text: string) => void
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('savedReplies', { channel: thread.channel.id }))
  const [uses] = useState(() => savedReplyUses(staff))
  if (!data) return null
  const replies = data.items.toSorted((one, other) => (uses[other.id] ?? 0) - (uses[one.id] ?? 0))
  const others = replies.slice(CHIPS)
  const renderButton = (reply: SavedReply, className: string | undefined, close = () => {}) => (
    <ReplyButton
      key={reply.id}
      className={className}
      reply={reply}
      thread={thread}
      onChoose={(text) => {
        countSavedReply(staff, reply.id)
        close()
        onChoose(text)
      }}
    />
  )
  return (
    <div className={css.chips} role="group" aria-label={t('inbox.saved')}>
      {replies.slice(0, CHIPS).map((reply) => renderButton(reply, css.chip))}
      {others.length > 0 ? (
        <Popover
          trigger={t('inbox.savedMore')}
          triggerClass={actionButtonClass('plain')}
          label={t('inbox.savedMore')}
        >
          {(close) => (
            <div className={css.list}>
              {others.map((reply) => renderButton(reply, undefined, close))}
              <BackofficeLink to="/backoffice/saved-replies">{t('inbox.savedKeep')}</BackofficeLink>
            </div>
          )}
        </Popover>
      ) : (
        <BackofficeLink className={css.soft} to="/backoffice/saved-replies">
          {t('inbox.savedKeep')}
        </BackofficeLink>
      )}
    </div>
  )
}

/** A saved reply in the thread's language. A missing language falls back to another one, with a hint. */
function ReplyButton({
  className,
  reply: { name: title, texts },
  thread: { language, name },
  onChoose,
}: {
  className: string | undefined
  reply: SavedReply
  thread: Thread
  onChoose: (text: string) => void
}) {
  const t = useTranslate()
  const textLanguage = [language, ...allLanguages].find((tag) => texts[tag] !== '') ?? language
  return (
    <button
      type="button"
      className={className}
      onClick={() => onChoose(texts[textLanguage].replaceAll('{{name}}', name))}
    >
      <span>{title}</span>
      {textLanguage === language ? null : (
        <span className={css.soft}>
          {t('inbox.savedOther', { language: t(`in.${textLanguage}`) })}
        </span>
      )}
    </button>
  )
}
