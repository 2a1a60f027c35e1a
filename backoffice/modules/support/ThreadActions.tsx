import { useState } from 'react'

import type { Thread } from '#backoffice/modules/support/thread.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'

import css from './ThreadActions.module.css'

/** The assignee of a thread, and its snooze time. */
export function ThreadActions({ staff, thread }: { staff: Staff; thread: Thread }) {
  const t = useTranslate()
  const { id, owner, state, version } = thread
  const isOwn = owner?.id === staff.id
  const take = useAction('takeRequest', { done: () => t(isOwn ? 'inbox.left' : 'inbox.taken') })
  const close = useAction('closeRequest', { done: () => t('inbox.closed') })
  const reopen = useAction('reopenRequest', { done: () => t('inbox.reopened') })
  const failure = take.failure ?? close.failure ?? reopen.failure
  return (
    <>
      <ActionButton
        busy={take.busy}
        onClick={() => void take.run({ id, from: owner?.id ?? null, to: isOwn ? 'nobody' : 'me' })}
      >
        {isOwn
          ? t('inbox.leave')
          : owner
            ? t('inbox.takeFrom', { name: owner.name })
            : t('inbox.take')}
      </ActionButton>
      {state === 'open' ? <SnoozeMenu thread={thread} /> : null}
      {state === 'closed' || state === 'answered' ? (
        <ActionButton busy={reopen.busy} onClick={() => void reopen.run({ id })}>
          {t('inbox.reopen')}
        </ActionButton>
      ) : null}
      {state === 'closed' ? null : (
        <ActionButton
          variant="plain"
          busy={close.busy}
          onClick={() => void close.run({ id, version })}
        >
          {t('inbox.close')}
        </ActionButton>
      )}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
    </>
  )
}

function SnoozeMenu({ thread: { id, channel, snoozed_until } }: { thread: Thread }) {
  const t = useTranslate()
  const zone = useTimeZone(channel.id)
  const [now] = useState(() => Date.now())
  const today = dayAt(now, zone)
  const [day, setDay] = useState('')
  const action = useAction('snoozeRequest', {
    done: ({ until }) => (until === null ? null : t('inbox.snoozed')),
  })
  const snooze = async (until: string | null, close: () => void) => {
    if (await action.run({ id, day: until })) close()
  }
  return (
    <Popover
      trigger={t('inbox.snooze')}
      triggerClass={actionButtonClass()}
      label={t('inbox.snooze')}
      end
    >
      {(close) => (
        <div className={css.snooze}>
          {[1, 3, 7].map((count) => (
            <ActionButton key={count} onClick={() => void snooze(addDays(today, count), close)}>
              {t('inbox.inDays', { count })}
            </ActionButton>
          ))}
          <DateField
            label={t('inbox.snoozeUntil')}
            value={day}
            min={addDays(today, 1)}
            onValue={setDay}
          />
          <ActionButton
            busy={action.busy}
            onClick={() => {
              if (day !== '') void snooze(day, close)
            }}
          >
            {t('inbox.snooze')}
          </ActionButton>
          {snoozed_until === null ? null : (
            <ActionButton onClick={() => void snooze(null, close)}>{t('inbox.wake')}</ActionButton>
          )}
          {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
        </div>
      )}
    </Popover>
  )
}
