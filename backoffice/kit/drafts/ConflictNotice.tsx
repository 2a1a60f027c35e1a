import { type ReactNode, useRef } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import type { DraftConflict } from '#backoffice/kit/drafts/use-draft.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ConflictNotice.module.css'

/** A field, its label and what someone else saved there. */
export type ChangedField = { field: string; label: string; now: ReactNode }

export type ConflictNoticeProps = {
  conflict: Pick<DraftConflict<object>, 'takeMine' | 'takeTheirs'>
  fields: readonly ChangedField[]
}

/** The fields in conflict. `saved` has the label and the saved value of each field of the form. */
export const conflictNotice = <Values extends object>(
  conflict: DraftConflict<Values>,
  saved: { [Field in keyof Values]?: readonly [label: string, now: ReactNode] },
): ConflictNoticeProps => ({
  conflict,
  fields: conflict.fields.map((field) => {
    const [label, now] = saved[field] ?? [field, '']
    return { field, label, now: now === '' || now === null || now === undefined ? '–' : now }
  }),
})

/** What someone else saved in fields with input. The user chooses which version stays. */
export function ConflictNotice({
  conflict: { takeMine, takeTheirs },
  fields,
}: ConflictNoticeProps) {
  const t = useTranslate()
  const actions = useRef<HTMLDivElement>(null)
  if (fields.length === 0) return null
  const names = fields.map(({ field }) => field)
  const choose = (take: (fields: readonly string[]) => void) => {
    focusNextField(actions.current)
    take(names)
  }
  return (
    <Notice kind="warn">
      <p>{t('changedByOther')}</p>
      {fields.map(({ field, label, now }) => (
        <p key={field}>
          <b>{label}</b> {now}
        </p>
      ))}
      <div ref={actions} className={css.actions}>
        <ActionButton small onClick={() => choose(takeMine)}>
          {t('useYours')}
        </ActionButton>
        <ActionButton small onClick={() => choose(takeTheirs)}>
          {t('useTheirs')}
        </ActionButton>
      </div>
    </Notice>
  )
}

/** The buttons disappear with the choice, so the focus moves to the next field. */
function focusNextField(actions: HTMLElement | null) {
  const part = actions?.closest('form, section, main')
  const all = part?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []
  const fields = [...all].filter(({ disabled }) => !disabled)
  const nextField = fields.find(
    (field) => actions && actions.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  ;(nextField ?? fields[0])?.focus()
}
