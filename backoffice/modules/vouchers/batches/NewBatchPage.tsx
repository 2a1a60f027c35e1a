import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import {
  type BatchDraft,
  batchInput,
  EMPTY_BATCH,
  findIncompleteStep,
  needsApproval,
  recipientInput,
  type Step,
  STEPS,
  totalPoints,
  proposedValidity,
  countVouchers,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { BatchSummary } from '#backoffice/modules/vouchers/batches/BatchSummary.tsx'
import {
  ValidityStep,
  type StepProps,
  BasicsStep,
  MessageStep,
} from '#backoffice/modules/vouchers/batches/BatchSteps.tsx'
import { LetterErrors } from '#backoffice/modules/vouchers/batches/LetterErrors.tsx'
import { RecipientsStep } from '#backoffice/modules/vouchers/batches/RecipientsStep.tsx'
import { navigate, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Batches.module.css'

type Draft = ReturnType<typeof useDraft<BatchDraft>>

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** A new batch. A link from a campaign sets its channel and dates. */
export function NewBatchPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const id = useQueryParams()[0].get('campaign') ?? ''
  const { data, error, refetch } = useQuery({
    ...staffQuery('campaigns', { ids: id }),
    enabled: id !== '',
  })
  if (id !== '' && !data) {
    const parent = { to: '/backoffice/batches', label: t('batches') }
    return (
      <PagePending
        title={t('newBatch')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <BatchWizard me={staff.id} campaign={data?.items[0]} />
}

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** Each campaign has its own draft. */
function useBatchDraft(me: string, campaign: Campaign | undefined, now: Date): Draft {
  const zone = useTimeZone(campaign?.channel)
  const today = now.toLocaleDateString('sv-SE', { timeZone: zone })
  const initial: BatchDraft = campaign
    ? {
        ...EMPTY_BATCH,
        channel: campaign.channel,
        campaign: campaign.id,
        ...proposedValidity(campaign, today),
      }
    : EMPTY_BATCH
  return useDraft(campaign ? `${me}.batch.${campaign.id}` : `${me}.batch`, initial)
}

/** A batch in five steps. The input is stored until the batch is created or the draft is discarded. */
function BatchWizard({ me, campaign }: { me: string; campaign: Campaign | undefined }) {
  const t = useTranslate()
  const [now] = useState(() => new Date())
  const draft = useBatchDraft(me, campaign, now)
  const zone = useTimeZone(draft.values.channel)
  const today = now.toLocaleDateString('sv-SE', { timeZone: zone })
  const { form, showsMissing, showIssues, hideIssues } = useIssues()
  const { index, lastOpenIndex, incompleteStep, step, goToStep } = useStep(draft, today)
  const isComplete = incompleteStep === null
  const action = useAction('createBatch', {
    done: ({ id, skipped, making }) =>
      [
        t(making ? 'batchStarted' : 'batchCreated', { id }),
        skipped.length > 0 ? t('recipientsSkipped', { count: skipped.length }) : '',
      ].join(' '),
  })
  const goToNext = () => {
    // Only missing fields of this step block the user. Later steps are validated in turn.
    if (step === incompleteStep) return showIssues()
    hideIssues()
    return goToStep(STEPS[index + 1] ?? 'stepReview')
  }
  const createBatch = async () => {
    if (!isComplete) return showIssues()
    const created = await action.run(batchInput(draft.values))
    if (!created) return undefined
    draft.clear()
    navigate(`/backoffice/batches/${created.id}`)
    return undefined
  }
  const changeDraft: typeof draft.type = (part) => {
    // The error belongs to the values being corrected now.
    action.clearError()
    draft.type(part)
  }
  return (
    <>
      <PageHead title={t('newBatch')} parent={{ to: '/backoffice/batches', label: t('batches') }} />
      <div className={css.body}>
        <StepList step={step} lastOpenIndex={lastOpenIndex} onStep={goToStep} />
        <form
          ref={form}
          className={css.form}
          aria-label={t(step)}
          onSubmit={(event) => {
            event.preventDefault()
            if (step === 'stepReview') void createBatch()
            else goToNext()
          }}
        >
          <h2>{t(step)}</h2>
          <StepFields
            {...{ step, values: draft.values, type: changeDraft, showsMissing, today, isComplete }}
          />
          {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
          <StepButtons {...{ index, draft, busy: action.busy, onStep: goToStep }} />
          {step === 'stepReview' ? <p className={css.soft}>{t('withdrawBatchNote')}</p> : null}
        </form>
      </div>
    </>
  )
}

/** The step in the address, or the first incomplete step before it. */
function useStep({ values, changed }: Draft, today: string) {
  const [query, changeQuery] = useQueryParams()
  const requestedStep = query.get('step')
  const incompleteStep = findIncompleteStep(values, today)
  const lastOpenIndex = incompleteStep === null ? STEPS.length - 1 : STEPS.indexOf(incompleteStep)
  // After a batch was created the draft is empty, and the address may still name its last step.
  const requestedIndex = changed && isStep(requestedStep) ? STEPS.indexOf(requestedStep) : 0
  const index = Math.min(requestedIndex, lastOpenIndex)
  const step: Step = STEPS[index] ?? 'stepDetails'
  const goToStep = (next: Step) => changeQuery({ step: next })
  return { index, lastOpenIndex, incompleteStep, step, goToStep }
}

/** Shows a form's errors once the user tries to continue, and moves the focus to the first one. */
function useIssues() {
  const form = useRef<HTMLFormElement>(null)
  const [showsMissing, setShowsMissing] = useState(false)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])
  const showIssues = () => {
    setShowsMissing(true)
    setAttempts((count) => count + 1)
  }
  return { form, showsMissing, showIssues, hideIssues: () => setShowsMissing(false) }
}

type StepListProps = { step: Step; lastOpenIndex: number; onStep: (step: Step) => void }

function StepList({ step, lastOpenIndex, onStep }: StepListProps) {
  const t = useTranslate()
  const index = STEPS.indexOf(step)
  const previousStep = STEPS[index - 1]
  return (
    <>
      <p className={css.stepOf}>
        <span>
          {t('stepOf', { at: index + 1, of: STEPS.length })} · <b>{t(step)}</b>
        </span>
        {previousStep ? (
          <ActionButton variant="quiet" small onClick={() => onStep(previousStep)}>
            {t('previous')}
          </ActionButton>
        ) : null}
      </p>
      <ol className={css.steps}>
        {STEPS.map((item, itemIndex) => (
          <li key={item}>
            <button
              type="button"
              aria-current={item === step ? 'step' : undefined}
              disabled={itemIndex > lastOpenIndex}
              onClick={() => onStep(item)}
            >
              {itemIndex + 1}. {t(item)}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

function StepFields({
  step,
  isComplete,
  ...shared
}: StepProps & { step: Step; isComplete: boolean }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { values, today } = shared
  if (step === 'stepDetails') return <BasicsStep {...shared} />
  if (step === 'stepValidity') return <ValidityStep {...shared} />
  if (step === 'stepRecipients') return <RecipientsStep {...shared} />
  if (step === 'stepMessage') return <MessageStep {...shared} />
  return (
    <>
      <BatchSummary values={values} today={today} />
      {isComplete ? <LetterCheck values={values} /> : null}
      {needsApproval(values) ? (
        <Notice kind="warn">
          {t('largeBatch', { points: totalPoints(values).toLocaleString(language) })}
        </Notice>
      ) : null}
    </>
  )
}

type StepButtonsProps = { index: number; draft: Draft; busy: boolean; onStep: (step: Step) => void }

function StepButtons({ index, draft, busy, onStep }: StepButtonsProps) {
  const t = useTranslate()
  const discard = useDiscard()
  return (
    <div className={css.actions}>
      {STEPS[index] === 'stepReview' ? (
        <ActionButton type="submit" variant="main" busy={busy}>
          {t('createBatch', { count: countVouchers(draft.values) })}
        </ActionButton>
      ) : (
        <ActionButton type="submit" variant="main">
          {t('nextStep')}
        </ActionButton>
      )}
      {index > 0 ? (
        <ActionButton onClick={() => onStep(STEPS[index - 1] ?? 'stepDetails')}>
          {t('stepBack')}
        </ActionButton>
      ) : null}
      {draft.changed ? (
        <ActionButton variant="plain" onClick={() => discard(draft.clear)}>
          {t('discard')}
        </ActionButton>
      ) : null}
    </div>
  )
}

/** Errors in the letters, shown before the batch is created. */
function LetterCheck({ values }: { values: BatchDraft }) {
  const { data } = useQuery({
    ...staffQuery('validateLetters', {
      channel: values.channel,
      points: Number(values.points),
      valid_until: values.until === '' ? null : values.until,
      recipients: recipientInput(values),
      sender_name: values.senderName,
      sender_message: values.senderMessage,
      sender_messages: values.senderIn,
    }),
    // The input can contain 20,000 recipients, so the response is not cached.
    gcTime: 0,
  })
  return <LetterErrors check={data} />
}
