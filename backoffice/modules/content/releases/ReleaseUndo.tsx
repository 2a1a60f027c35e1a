import { Suspense, useState } from 'react'

import { goTo } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { momentIn } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { ThingsLeft } from '#backoffice/modules/content/releases/UntouchedItems.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

type Told = StaffResponse<'release'>

/** One that waits for its moment, or for its end. */
export function ScheduleTakenBack({ release }: { release: Told['release'] }) {
  const say = useSay()
  const isLive = release.state === 'live'
  const action = useAction('cancelSchedule', {
    done: ({ name }) => say(isLive ? 'release.isKept' : 'release.isCancelled', { name }),
  })
  return (
    <section className={css.part}>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      <ActionButton busy={action.busy} onClick={() => void action.run({ id: release.id })}>
        {say(isLive ? 'release.keep' : 'release.cancel')}
      </ActionButton>
      {isLive ? null : <p className={css.soft}>{say('release.cancelHelp')}</p>}
    </section>
  )
}

/** What an undo would put back and what it would leave stands there before it is done. */
export function UndoForm({ told: { release, undo, zones } }: { told: Told }) {
  const say = useSay()
  const { language } = useBackofficeLanguage()
  const [reason, setReason] = useState('')
  const action = useAction('undoRelease', {
    done: ({ undone }) => say('release.undone', { count: undone }),
  })
  const until = release.undo_until
  if (!undo || !until) return null
  const time = momentIn(new Date(until), release.time_zone ?? zones[0]?.zone ?? 'UTC', language)
  return (
    <section className={css.part}>
      <h2>{say('release.undoTitle')}</h2>
      {undo.left.length > 0 ? (
        <div>
          <p>{say('release.willStay')}</p>
          <Suspense>
            <ThingsLeft left={undo.left} />
          </Suspense>
        </div>
      ) : null}
      <Form
        title={say('release.undoTitle')}
        titled={false}
        submit={say('release.undo', { count: undo.things })}
        note={say('release.undoHelp', { time })}
        wrong={action.wrong}
        busy={action.busy}
        changed={reason !== ''}
        onDiscard={() => setReason('')}
        onSubmit={async () => {
          const done = await action.run({ id: release.id, reason })
          if (done) goTo(`/backoffice/releases/${done.release.id}`)
        }}
      >
        <FormTextArea
          label={say('reason')}
          aside={say('release.optional')}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </section>
  )
}

/** A draft that takes it back, to be looked at first. */
export function RevertButton({ release }: { release: Told['release'] }) {
  const say = useSay()
  const action = useAction('revertRelease', {
    done: ({ undoes }) =>
      say('release.reverted', { name: undoes.name, who: undoes.by?.name ?? say('byShop') }),
  })
  return (
    <section className={css.part}>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      <ActionButton
        busy={action.busy}
        onClick={() =>
          void action
            .run({ id: release.id })
            .then((done) => done && goTo(`/backoffice/releases/${done.release.id}`))
        }
      >
        {say('release.revert')}
      </ActionButton>
      <p className={css.soft}>{say('release.revertHelp')}</p>
    </section>
  )
}
