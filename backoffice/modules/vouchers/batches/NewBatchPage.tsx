import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import {
  type BatchDraft,
  EMPTY_BATCH,
  firstUnfinished,
  isLarge,
  readList,
  type Step,
  STEPS,
  sumOf,
  validityOf,
  vouchersOf,
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
import { nameKey } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

type Draft = ReturnType<typeof useDraft<BatchDraft>>

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** A new batch. A link from a campaign brings its channel, its employer and its days along. */
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
  return <BatchInSteps me={staff.id} campaign={data?.items[0]} />
}

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** The draft of a batch of this campaign is not mixed with another one. */
function useBatchDraft(me: string, campaign: Campaign | undefined, now: Date): Draft {
  const zone = useTimeZone(campaign?.channel)
  const today = now.toLocaleDateString('sv-SE', { timeZone: zone })
  const start: BatchDraft = campaign
    ? {
        ...EMPTY_BATCH,
        channel: campaign.channel,
        campaign: campaign.id,
        ...validityOf(campaign, today),
      }
    : EMPTY_BATCH
  return useDraft(campaign ? `${me}.batch.${campaign.id}` : `${me}.batch`, start)
}

/** A batch in five steps. What was typed stays until the batch is created or the draft is discarded. */
function BatchInSteps({ me, campaign }: { me: string; campaign: Campaign | undefined }) {
  const t = useTranslate()
  const [now] = useState(() => new Date())
  const draft = useBatchDraft(me, campaign, now)
  const zone = useTimeZone(draft.values.channel)
  const today = now.toLocaleDateString('sv-SE', { timeZone: zone })
  const { form, tried, showIssues, hideIssues } = useIssues()
  const { at, opens, lacks, step, goToStep } = useStep(draft, today)
  const action = useAction('createBatch', {
    done: ({ id, skipped, making }) =>
      [
        t(making ? 'batchStarted' : 'batchCreated', { id }),
        skipped.length > 0 ? t('recipientsSkipped', { count: skipped.length }) : '',
      ].join(' '),
  })
  const next = () => {
    // Only missing fields of this step block the user. Later steps are validated in turn.
    if (opens <= at && lacks !== null) return showIssues()
    hideIssues()
    return goToStep(STEPS[at + 1] ?? 'stepReview')
  }
  const make = async () => {
    if (lacks !== null) return showIssues()
    const created = await action.run(inputOf(draft.values))
    if (!created) return undefined
    draft.clear()
    navigate(`/backoffice/batches/${created.id}`)
    return undefined
  }
  const type: typeof draft.type = (part) => {
    // The error belongs to the values being corrected now.
    action.clearError()
    draft.type(part)
  }
  return (
    <>
      <PageHead title={t('newBatch')} parent={{ to: '/backoffice/batches', label: t('batches') }} />
      <div className={css.body}>
        <StepList step={step} opens={opens} onStep={goToStep} />
        <form
          ref={form}
          className={css.form}
          aria-label={t(step)}
          onSubmit={(event) => {
            event.preventDefault()
            if (step === 'stepReview') void make()
            else next()
          }}
        >
          <h2>{t(step)}</h2>
          <StepFields
            {...{ step, values: draft.values, type, tried, today, isComplete: lacks === null }}
          />
          {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
          <StepButtons {...{ at, draft, busy: action.busy, onStep: goToStep }} />
          {step === 'stepReview' ? <p className={css.soft}>{t('withdrawBatchNote')}</p> : null}
        </form>
      </div>
    </>
  )
}

/** Which step the address asks for, as far as the steps before it are complete. */
function useStep({ values, changed }: Draft, today: string) {
  const [query, change] = useQueryParams()
  const wanted = query.get('step')
  const lacks = firstUnfinished(values, today)
  const opens = lacks === null ? STEPS.length - 1 : STEPS.indexOf(lacks)
  // After a batch was created the draft is empty, and the address may still name its last step.
  const at = Math.min(changed && isStep(wanted) ? STEPS.indexOf(wanted) : 0, opens)
  const step: Step = STEPS[at] ?? 'stepDetails'
  return { at, opens, lacks, step, goToStep: (next: Step) => change({ step: next }) }
}

/** Shows a form's errors once the user tries to continue, and moves the focus to the first one. */
function useIssues() {
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const showIssues = () => {
    setTried(true)
    setTries((before) => before + 1)
  }
  return { form, tried, showIssues, hideIssues: () => setTried(false) }
}

type StepListProps = { step: Step; opens: number; onStep: (step: Step) => void }

function StepList({ step, opens, onStep }: StepListProps) {
  const t = useTranslate()
  const at = STEPS.indexOf(step)
  const before = STEPS[at - 1]
  return (
    <>
      <p className={css.stepOf}>
        <span>
          {t('stepOf', { at: at + 1, of: STEPS.length })} · <b>{t(step)}</b>
        </span>
        {before ? (
          <ActionButton variant="quiet" small onClick={() => onStep(before)}>
            {t('previous')}
          </ActionButton>
        ) : null}
      </p>
      <ol className={css.steps}>
        {STEPS.map((one, place) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? 'step' : undefined}
              disabled={place > opens}
              onClick={() => onStep(one)}
            >
              {place + 1}. {t(one)}
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
      {isComplete ? <Letters values={values} /> : null}
      {isLarge(values) ? (
        <Notice kind="warn">
          {t('largeBatch', { points: sumOf(values).toLocaleString(language) })}
        </Notice>
      ) : null}
    </>
  )
}

type StepButtonsProps = { at: number; draft: Draft; busy: boolean; onStep: (step: Step) => void }

function StepButtons({ at, draft, busy, onStep }: StepButtonsProps) {
  const t = useTranslate()
  const discard = useDiscard()
  return (
    <div className={css.actions}>
      {STEPS[at] === 'stepReview' ? (
        <ActionButton type="submit" variant="main" busy={busy}>
          {t('createBatch', { count: vouchersOf(draft.values) })}
        </ActionButton>
      ) : (
        <ActionButton type="submit" variant="main">
          {t('nextStep')}
        </ActionButton>
      )}
      {at > 0 ? (
        <ActionButton onClick={() => onStep(STEPS[at - 1] ?? 'stepDetails')}>
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

const inputOf = (values: BatchDraft) => ({
  channel: values.channel,
  campaign: values.campaign === '' ? null : values.campaign,
  points: Number(values.points),
  count: vouchersOf(values),
  valid_from: values.from === '' ? null : values.from,
  valid_until: values.until === '' ? null : values.until,
  short_reason: values.shortReason,
  note: values.note,
  recipients: recipientsOf(values).map((person) => ({
    ...person,
    keep: values.keep.includes(nameKey(person)),
  })),
  sender_name: values.senderName,
  sender_message: values.senderMessage,
  sender_image: values.senderImage === '' ? null : values.senderImage.slice(0, 32),
  sender_messages: values.senderIn,
})

/** Problems of the letters, shown while everything can still be changed. */
function Letters({ values }: { values: BatchDraft }) {
  const { data } = useQuery({
    ...staffQuery('validateLetters', {
      channel: values.channel,
      points: Number(values.points),
      valid_until: values.until === '' ? null : values.until,
      recipients: recipientsOf(values),
      sender_name: values.senderName,
      sender_message: values.senderMessage,
      sender_messages: values.senderIn,
    }),
    // The answer may hold 20,000 people, so it is not cached.
    gcTime: 0,
  })
  return <LetterErrors check={data} />
}

function recipientsOf(values: BatchDraft) {
  const people = values.who === 'list' ? readList(values).once : []
  return people.map(({ language, ...person }) => ({ ...person, language: language as '' | 'nl' }))
}
