import { useState } from 'react'

import type { Saving } from '#backoffice/modules/content/editor/use-saving.ts'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { TimeHint } from '#backoffice/kit/time/TimeHint.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Saves the unsaved input as a draft, and schedules the draft. */
export function ScheduleDialog({ saving, onClose }: { saving: Saving; onClose: () => void }) {
  const t = useTranslate()
  const zone = useTimeZone()
  const [, change] = useQueryParams()
  const [from, setFrom] = useState('')
  const [draft, setDraft] = useState<string | null>(null)
  const action = useAction('publishRelease', {
    done: ({ release: { name }, approval }) =>
      t(approval === null ? 'release.isScheduled' : 'release.isAsked', { name }),
  })
  async function schedule() {
    const id = draft ?? (await saving.saveDraft())
    // The error of a text is shown beside it.
    if (id === null) return onClose()
    setDraft(id)
    const done = await action.run({
      id,
      from,
      until: null,
      time_zone: zone,
      override: false,
      anyway: false,
      reason: '',
    })
    if (!done) return
    // Later input belongs to another draft.
    change({ release: null }, { replace: true })
    onClose()
  }
  return (
    <ModalDialog title={t('schedule.title')} onClose={onClose}>
      <Form
        title={t('schedule.title')}
        titled={false}
        submit={t('schedule.submit')}
        note={t('schedule.help')}
        failure={action.failure}
        busy={action.busy || saving.busy !== null}
        changed={false}
        onDiscard={() => {}}
        onSubmit={schedule}
      >
        <DateField
          label={t('release.goesLive')}
          withTime
          required
          usualTime="07:00"
          hint={<TimeHint wallTime={from} zone={zone} empty={zone} />}
          value={from}
          onValue={setFrom}
        />
        {action.failure && draft ? (
          <BackofficeLink to={`/backoffice/releases/${draft}`}>{t('toRelease')}</BackofficeLink>
        ) : null}
      </Form>
    </ModalDialog>
  )
}
