import { useState } from 'react'

import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { languageOfNode } from '#backoffice/modules/content/releases/content-node-texts.ts'
import { TextDiff } from '#backoffice/modules/content/releases/TextDiff.tsx'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

type Conflict = StaffResponse<'release'>['changed_since'][number]

/** Changes that would overwrite another user's work. Each is resolved with one of the two values or a merge. */
export function ReleaseConflicts({
  id,
  conflicts,
  mayChoose,
  me,
}: {
  id: string
  conflicts: readonly Conflict[]
  mayChoose: boolean
  me: string
}) {
  const t = useTranslate()
  if (conflicts.length === 0) return null
  const title = t('release.conflicts', { count: conflicts.length })
  return (
    <section className={css.part} aria-label={title}>
      <Notice kind="warn">
        <h2>{title}</h2>
        <p>{t('release.conflictHelp')}</p>
      </Notice>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={`${conflict.kind} ${conflict.subject} ${conflict.version}`}
          id={id}
          conflict={conflict}
          mayChoose={mayChoose}
          me={me}
        />
      ))}
    </section>
  )
}

type ConflictChoiceProps = { id: string; conflict: Conflict; mayChoose: boolean; me: string }

function ConflictChoice({ id, conflict, mayChoose, me }: ConflictChoiceProps) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  const save = useAction('changeRelease', { done: () => t('release.chosen') })
  const drop = useAction('dropChange', { done: () => t('release.chosen') })
  const [merging, setMerging] = useState(false)
  const mine = textOf(conflict.mine)
  const draft = useDraft(`${me}.merge.${id}.${conflict.subject}`, { text: mine ?? '' })
  const lang = languageOfNode(conflict) || undefined
  const busy = save.busy || drop.busy
  const choose = (after: Conflict['mine']) => save.run({ id, ...chosenValue(conflict, after) })
  // A tile has the name that the change gives it, or its current name if the change removes it.
  const shown = { ...conflict, after: conflict.mine ?? conflict.theirs }
  const name = fullName(shown)
  return (
    <section className={css.conflict} aria-label={name}>
      <h3>
        {name}{' '}
        {conflict.at ? (
          <span className={css.soft}>
            <DateTime at={conflict.at} />
          </span>
        ) : null}
      </h3>
      <Sides conflict={conflict} lang={lang} />
      {save.failure || drop.failure ? (
        <Notice kind="bad">{save.failure ?? drop.failure}</Notice>
      ) : null}
      {mayChoose ? (
        <div className={css.actions}>
          <ActionButton busy={busy} onClick={() => void choose(conflict.mine)}>
            {t('release.takeMine')}
          </ActionButton>
          <ActionButton
            busy={busy}
            onClick={() => void drop.run({ id, kind: conflict.kind, subject: conflict.subject })}
          >
            {t('release.takeTheirs')}
          </ActionButton>
          {mine === null ? null : (
            <ActionButton aria-expanded={merging} onClick={() => setMerging(!merging)}>
              {t('release.merge')}
            </ActionButton>
          )}
        </div>
      ) : null}
      {merging || draft.changed ? (
        <MergeForm
          draft={draft}
          lang={lang}
          busy={busy}
          save={(value) => choose({ ...conflict.mine, value })}
        />
      ) : null}
    </section>
  )
}

/** The change that replaces the other user's version, which this user has seen. */
const chosenValue = (conflict: Conflict, after: Conflict['mine']) => ({
  kind: conflict.kind,
  key: conflict.key,
  base_version: conflict.version,
  after,
  ...(conflict.change_version === null ? {} : { change_version: conflict.change_version }),
})

function Sides({ conflict, lang }: { conflict: Conflict; lang: string | undefined }) {
  const t = useTranslate()
  const theirs = conflict.by
    ? t('release.theirsBy', { who: conflict.by.name })
    : t('release.theirs')
  return (
    <div className={css.sides}>
      <div>
        <h4>{t('release.mine')}</h4>
        <TextDiff kind={conflict.kind} fields={conflict.by_mine} lang={lang} />
      </div>
      <div>
        <h4>{theirs}</h4>
        <TextDiff kind={conflict.kind} fields={conflict.by_theirs} lang={lang} />
      </div>
    </div>
  )
}

type MergeFormProps = {
  draft: ReturnType<typeof useDraft<{ text: string }>>
  lang: string | undefined
  busy: boolean
  save: (text: string) => Promise<unknown>
}

function MergeForm({ draft, lang, busy, save }: MergeFormProps) {
  const t = useTranslate()
  return (
    <Form
      title={t('release.merged')}
      titled={false}
      submit={t('release.takeMerged')}
      failure={null}
      busy={busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (await save(draft.values.text)) draft.clear()
      }}
    >
      <FormTextArea
        label={t('release.merged')}
        rows={5}
        lang={lang}
        value={draft.values.text}
        onChange={({ target }) => draft.type({ text: target.value })}
      />
    </Form>
  )
}

/** The text of a single-text value; null for other values. */
function textOf(value: Conflict['mine']): string | null {
  const text = value?.['value']
  return typeof text === 'string' ? text : null
}
