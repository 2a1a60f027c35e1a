import { type ReactNode, useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BreakableEmail } from '#backoffice/kit/display/BreakableEmail.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { ResolutionRows } from '#backoffice/modules/tasks/ResolutionRows.tsx'
import { effectText, type Resolution } from '#backoffice/modules/tasks/resolution-effects.ts'
import { alternativeOf } from '#backoffice/modules/tasks/task-alternative.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Task = StaffResponse<'task'>

/** What can be done about a task. The card that closes it is beside this one. */
export function ResolveCard({ task }: { task: Task }) {
  const t = useTranslate()
  const { resolve: resolution } = task
  const alternative = <AlternativeAction task={task} />
  if (resolution)
    return <ResolveForm task={task} resolution={resolution} alternative={alternative} />
  return (
    <Card title={t('task.wayOut')}>
      <p>{t(task.kind === 'supplier-missing' ? 'task.giveSupplier' : 'task.noResolve')}</p>
      <div className={css.actions}>{alternative}</div>
    </Card>
  )
}

type ResolveFormProps = { task: Task; resolution: Resolution; alternative: ReactNode }

/** The rows that will be written, and a button that names what it does. */
function ResolveForm({ task, resolution, alternative }: ResolveFormProps) {
  const t = useTranslate()
  const euros = useEuros()
  const [note, setNote] = useState('')
  const action = useAction('resolveTask', {
    done: ({ cases }) => t('task.resolved', { count: cases }),
  })
  const effects = resolution.effects.map((effect) => effectText(task.kind, effect, { t, euros }))
  return (
    <Card title={t('task.wouldWrite')}>
      <ResolutionRows resolution={resolution} />
      {resolution.note ? (
        <div className={css.form}>
          <FormField
            label={t('task.note')}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      ) : null}
      {effects.length > 1 ? (
        <ul className={css.effects}>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      ) : null}
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton
          variant="main"
          busy={action.busy}
          onClick={() => void action.run({ id: task.id, shown: task.shown, note })}
        >
          {effects.length === 1 ? effects[0] : t('task.resolve', { count: resolution.cases })}
        </ActionButton>
        {alternative}
      </div>
      <p className={css.soft}>{t('task.resolveHelp')}</p>
    </Card>
  )
}

/** What can be done instead: a link, or how to reach the recipient. */
function AlternativeAction({ task }: { task: Task }) {
  const t = useTranslate()
  const alternative = alternativeOf(task)
  if (alternative === 'close') return null
  if (alternative === 'contact') return <ContactPopover task={task} />
  return (
    <BackofficeLink className={actionButtonClass()} to={alternative.to}>
      {t(alternative.label)}
    </BackofficeLink>
  )
}

/** How to reach the recipient. */
function ContactPopover({ task: { recipient, order } }: { task: Task }) {
  const t = useTranslate()
  if (!recipient) return null
  const { voucher, name, email, telephone } = recipient
  const subject = encodeURIComponent(t('order.one', { number: order ?? '' }))
  const isMasked = !email.includes('@') || email.includes('•')
  return (
    <Popover label={t('task.ask')} triggerClass={actionButtonClass()} trigger={t('task.ask')}>
      {() => (
        <div className={css.contact}>
          <b>{name}</b>
          {email === '' ? null : isMasked ? (
            <span>{email}</span>
          ) : (
            <a href={`mailto:${email}?subject=${subject}`}>
              <BreakableEmail text={email} />
            </a>
          )}
          {telephone === '' ? null : isMasked ? (
            <span>{telephone}</span>
          ) : (
            <a href={`tel:${telephone}`}>{telephone}</a>
          )}
          <BackofficeLink to={`/backoffice/recipients/${voucher}`}>
            {t('order.holder')}
          </BackofficeLink>
          {order === null ? null : (
            <BackofficeLink to={`/backoffice/orders/${order}`}>{t('task.toOrder')}</BackofficeLink>
          )}
        </div>
      )}
    </Popover>
  )
}
