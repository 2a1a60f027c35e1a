import type { ReactNode } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import type { DraftConflict } from '#backoffice/kit/drafts/use-draft.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ChangedMeanwhile.module.css'

/** A field, its label and what someone else saved there. */
export type ChangedField = { field: string; label: string; now: ReactNode }

/** What someone else saved in fields with input. The user chooses which version stays. */
export function ChangedMeanwhile({
  conflict: { takeMine, takeTheirs },
  fields,
}: {
  conflict: Pick<DraftConflict<object>, 'takeMine' | 'takeTheirs'>
  fields: readonly ChangedField[]
}) {
  const t = useTranslate()
  if (fields.length === 0) return null
  const names = fields.map(({ field }) => field)
  return (
    <Notice kind="warn">
      <p>{t('writtenMeanwhile')}</p>
      {fields.map(({ field, label, now }) => (
        <p key={field}>
          <b>{label}</b> {now}
        </p>
      ))}
      <div className={css.actions}>
        <ActionButton little onClick={() => takeMine(names)}>
          {t('takeYours')}
        </ActionButton>
        <ActionButton little onClick={() => takeTheirs(names)}>
          {t('takeTheirs')}
        </ActionButton>
      </div>
    </Notice>
  )
}
