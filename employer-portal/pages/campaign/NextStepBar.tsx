import { type ReactNode, useState } from 'react'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { REMIND_EVERY_DAYS } from '#domain/employers/employer-reminder.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import type { Campaign } from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { dayOf, formatDay } from '#employer-portal/components/statistics-format.ts'
import { nextStepOf, type NextStep } from '#employer-portal/pages/campaign/next-step.ts'

import css from './NextStepBar.module.css'

type T = Pick<EmployerPageProps, 't'>

/** The next step of a campaign in one sentence, with its button. */
export function NextStepBar({ campaign, t }: T & { campaign: Campaign }) {
  const step = nextStepOf(campaign)
  if (step.kind === 'over') return null
  return (
    <div className={css.next}>
      <p className={css.sentence}>
        <b>{t('nextStep')}</b> <StepSentence step={step} t={t} />
      </p>
      <StepActions campaign={campaign} t={t} />
    </div>
  )
}

/** The buttons of the next step. */
export function StepActions({
  campaign,
  small = false,
  t,
}: T & { campaign: Campaign; small?: boolean }) {
  const step = nextStepOf(campaign)
  const mayRemind =
    step.kind === 'remind' ||
    step.kind === 'remind-later' ||
    (step.kind === 'correct' && step.mayRemind)
  const variant = small ? 'quiet' : 'main'
  return (
    <div className={css.actions}>
      {step.kind === 'correct' ? (
        <BackofficeLink
          to="/employer/people?mail=bounced"
          className={actionButtonClass(variant, small)}
        >
          {t('correctAddresses')}
        </BackofficeLink>
      ) : null}
      <Reminder
        campaign={campaign}
        isShown={mayRemind}
        variant={step.kind === 'remind' ? variant : 'quiet'}
        small={small}
        t={t}
      />
    </div>
  )
}

/** The text of the next step. */
export function StepSentence({ step, t }: T & { step: NextStep }): ReactNode {
  const { language } = useBackofficeLanguage()
  switch (step.kind) {
    case 'set-up':
      return t('next.setUp')
    case 'opens':
      return t('next.opens', { day: formatDay(step.day, language) })
    case 'correct':
      return t('next.correct')
    case 'codes-handed-out':
      return t('next.handedOut')
    case 'remind':
      return t('next.remind')
    case 'remind-later':
      return t('next.remindLater')
    case 'over':
      return null
    case 'reminded':
      return t('next.reminded', {
        date: dayOf(step.on, language),
        next: dayOf(step.from, language),
      })
    case 'reminded-last':
      return t('next.remindedLast', { date: dayOf(step.on, language) })
  }
}

/** The reminder button. A dialog explains the reminder first, because it reaches many people at once. */
function Reminder({
  campaign: { id, name },
  isShown,
  variant,
  small,
  t,
}: T & { campaign: Campaign; isShown: boolean; variant: 'main' | 'quiet'; small: boolean }) {
  const action = useEmployerAction('remind')
  const [open, setOpen] = useState(false)
  return (
    <>
      {action.done ? <Notice kind="good">{action.done}</Notice> : null}
      {isShown ? (
        <ActionButton
          variant={variant}
          small={small}
          aria-label={t('remindOf', { name })}
          onClick={() => setOpen(true)}
        >
          {t('remind')}
        </ActionButton>
      ) : null}
      {open ? (
        <ModalDialog title={t('remindOf', { name })} onClose={() => setOpen(false)}>
          <p>{t('reminderHelp')}</p>
          <p>{t('reminderTimes', { count: REMIND_EVERY_DAYS })}</p>
          {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
          <div className={css.dialogActions}>
            <ActionButton onClick={() => setOpen(false)}>{t('cancel')}</ActionButton>
            <ActionButton
              variant="main"
              busy={action.busy}
              onClick={() =>
                void action
                  .run({ campaign: id }, () => t('reminded', { name }))
                  .then((done) => done && setOpen(false))
              }
            >
              {t('remind')}
            </ActionButton>
          </div>
        </ModalDialog>
      ) : null}
    </>
  )
}
