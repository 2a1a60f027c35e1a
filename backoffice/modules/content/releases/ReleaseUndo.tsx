import { Suspense } from 'react'

import { navigate } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { momentIn } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { UntouchedItems } from '#backoffice/modules/content/releases/UntouchedItems.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

type Result = StaffResponse<'release'>

/** Cancels the planned start or the planned end of a release. */
export function CancelSchedule({ release }: { release: Result['release'] }) {
  const t = useTranslate()
  const isLive = release.state === 'live'
  const action = useAction('cancelSchedule', {
    done: ({ name }) => t(isLive ? 'release.isPreserved' : 'release.isCancelled', { name }),
  })
  return (
    <section className={css.part}>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ActionButton busy={action.busy} onClick={() => void action.run({ id: release.id })}>
        {t(isLive ? 'release.keep' : 'release.cancel')}
      </ActionButton>
      {isLive ? null : <p className={css.soft}>{t('release.cancelHelp')}</p>}
    </section>
  )
}

/** Shows what an undo restores and what it leaves, before it runs. */
export function UndoForm({ result: { release, undo, zones }, me }: { result: Result; me: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const draft = useDraft(`${me}.undo.${release.id}`, { reason: '' })
  const action = useAction('undoRelease', {
    done: ({ undone }) => t('release.undone', { count: undone }),
  })
  const until = release.undo_until
  if (!undo || !until) return null
  const time = momentIn(new Date(until), release.time_zone ?? zones[0]?.zone ?? 'UTC', language)
  return (
    <section className={css.part}>
      <h2>{t('release.undoTitle')}</h2>
      {undo.left.length > 0 ? (
        <div>
          <p>{t('release.willStay')}</p>
          <Suspense>
            <UntouchedItems left={undo.left} />
          </Suspense>
        </div>
      ) : null}
      <Form
        title={t('release.undoTitle')}
        titled={false}
        submit={t('release.undo', { count: undo.things })}
        note={t('release.undoHelp', { time })}
        failure={action.failure}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          const done = await action.run({ id: release.id, ...draft.values })
          if (!done) return
          draft.clear()
          navigate(`/backoffice/releases/${done.release.id}`)
        }}
      >
        <FormTextArea
          label={t('reason')}
          aside={t('release.optional')}
          rows={2}
          maxLength={500}
          value={draft.values.reason}
          onChange={({ target }) => draft.type({ reason: target.value })}
        />
      </Form>
    </section>
  )
}

/** Creates a draft that reverts the release, so that the user can check it first. */
export function RevertButton({ release }: { release: Result['release'] }) {
  const t = useTranslate()
  const action = useAction('revertRelease', {
    done: ({ undoes }) =>
      t('release.reverted', { name: undoes.name, who: undoes.by?.name ?? t('byShop') }),
  })
  return (
    <section className={css.part}>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ActionButton
        busy={action.busy}
        onClick={() =>
          void action
            .run({ id: release.id })
            .then((done) => done && navigate(`/backoffice/releases/${done.release.id}`))
        }
      >
        {t('release.revert')}
      </ActionButton>
      <p className={css.soft}>{t('release.revertHelp')}</p>
    </section>
  )
}
