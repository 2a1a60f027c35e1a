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
import { effectText, type Resolve } from '#backoffice/modules/tasks/resolution-effects.ts'
import { alternativeOf } from '#backoffice/modules/tasks/task-alternative.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Cause = StaffResponse<'task'>

/** What can be done about a task. The card that closes it is beside this one. */
export function ResolveCard({ cause }: { cause: Cause }) {
  const t = useTranslate()
  const { resolve } = cause
  const other = <OtherWay cause={cause} />
  if (resolve) return <ResolveForm cause={cause} resolve={resolve} other={other} />
  return (
    <Card title={t('task.wayOut')}>
      <p>{t(cause.kind === 'supplier-missing' ? 'task.giveSupplier' : 'task.noResolve')}</p>
      <div className={css.actions}>{other}</div>
    </Card>
  )
}

type ResolveFormProps = { cause: Cause; resolve: Resolve; other: ReactNode }

/** The rows that will be written, and a button that names what it does. */
function ResolveForm({ cause, resolve, other }: ResolveFormProps) {
  const t = useTranslate()
  const euros = useEuros()
  const [note, setNote] = useState('')
  const action = useAction('resolveTask', {
    done: ({ cases }) => t('task.resolved', { count: cases }),
  })
  const effects = resolve.effects.map((effect) => effectText(cause.kind, effect, { t, euros }))
  return (
    <Card title={t('task.wouldWrite')}>
      <ResolutionRows resolve={resolve} />
      {resolve.note ? (
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
          onClick={() => void action.run({ id: cause.id, shown: cause.shown, note })}
        >
          {effects.length === 1 ? effects[0] : t('task.resolve', { count: resolve.cases })}
        </ActionButton>
        {other}
      </div>
      <p className={css.soft}>{t('task.resolveHelp')}</p>
    </Card>
  )
}

/** The usual alternative. */
function OtherWay({ cause }: { cause: Cause }) {
  const t = useTranslate()
  const other = alternativeOf(cause)
  if (other === 'close') return null
  if (other === 'contact') return <AskRecipient cause={cause} />
  return (
    <BackofficeLink className={actionButtonClass()} to={other.to}>
      {t(other.label)}
    </BackofficeLink>
  )
}

/** How to reach the recipient. */
function AskRecipient({ cause: { recipient, order } }: { cause: Cause }) {
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
