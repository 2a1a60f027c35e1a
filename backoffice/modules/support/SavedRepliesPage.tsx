import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { type SavedReply, SavedReplyDialog } from '#backoffice/modules/support/SavedReplyDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages } from '#domain/language.ts'

import css from './SavedRepliesPage.module.css'

/** Saved replies: names, languages and texts. */
export function SavedRepliesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('savedReplies', {}))
  const [open, setOpen] = useState<SavedReply | 'new' | null>(null)
  const mayWrite = staff.permissions.includes('inbox.answer')
  const parent = { to: '/backoffice/inbox', label: t('inbox.title') }
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHead
        title={t('saved.title')}
        parent={parent}
        actions={
          mayWrite ? (
            <ActionButton variant="main" onClick={() => setOpen('new')}>
              {t('saved.new')}
            </ActionButton>
          ) : null
        }
      />
      <div className={css.body}>
        {data?.items.length === 0 ? (
          <>
            <h2>{t('saved.empty')}</h2>
            <p>{t('saved.emptyHelp')}</p>
          </>
        ) : null}
        <ul className={css.answers}>
          {data?.items.map((item) => (
            <SavedReplyRow key={item.id} reply={item} onEdit={() => setOpen(item)} />
          ))}
        </ul>
      </div>
      {open === null ? null : (
        <SavedReplyDialog
          staff={staff}
          saved={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function SavedReplyRow({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const t = useTranslate()
  return (
    <li>
      <div className={css.line}>
        <h2>{reply.name}</h2>
        <span className={css.soft}>
          {reply.channel ?? t('allChannels')} ·{' '}
          {allLanguages
            .filter((language) => reply.texts[language] !== '')
            .join(', ')
            .toUpperCase()}
        </span>
        {reply.mine ? (
          <ActionButton small onClick={onEdit}>
            {t('saved.change')}
            <span className="visually-hidden">: {reply.name}</span>
          </ActionButton>
        ) : null}
      </div>
      <p className={css.words}>
        {allLanguages.map((language) => reply.texts[language]).find((text) => text !== '')}
      </p>
    </li>
  )
}
