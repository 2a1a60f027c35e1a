import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { type Saved, SavedReplyDialog } from '#backoffice/modules/support/SavedReplyDialog.tsx'
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
  const [open, setOpen] = useState<Saved | 'new' | null>(null)
  const writes = staff.permissions.includes('inbox.answer')
  const parent = { to: '/backoffice/inbox', label: t('inbox.title') }
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHead
        title={t('saved.title')}
        parent={parent}
        actions={
          writes ? (
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
            <SavedAnswer key={item.id} one={item} change={() => setOpen(item)} />
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

function SavedAnswer({ one, change }: { one: Saved; change: () => void }) {
  const t = useTranslate()
  return (
    <li>
      <div className={css.line}>
        <h2>{one.name}</h2>
        <span className={css.soft}>
          {one.channel ?? t('allChannels')} ·{' '}
          {allLanguages
            .filter((language) => one.texts[language] !== '')
            .join(', ')
            .toUpperCase()}
        </span>
        {one.mine ? (
          <ActionButton small onClick={change}>
            {t('saved.change')}
            <span className="visually-hidden">: {one.name}</span>
          </ActionButton>
        ) : null}
      </div>
      <p className={css.words}>
        {allLanguages.map((language) => one.texts[language]).find((text) => text !== '')}
      </p>
    </li>
  )
}
