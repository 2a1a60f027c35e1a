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
  vouchersOf,
} from '#backoffice/batches/batch-draft.ts'
import { BatchSummary } from '#backoffice/batches/BatchSummary.tsx'
import { HowLong, What, Words } from '#backoffice/batches/BatchSteps.tsx'
import { LetterTroubles } from '#backoffice/batches/LetterTroubles.tsx'
import { Who } from '#backoffice/batches/WhoStep.tsx'
import { goTo, useAsked } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { useDraft } from '#backoffice/draft.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useZone } from '#backoffice/parts/use-zone.ts'
import { useDeed } from '#backoffice/use-deed.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import { nameKey } from '#domain/people-list.ts'

import css from './Batches.module.css'

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text)

/** A batch in five steps; what is typed stays until it is made or thrown away. */
export function NewBatchPage({ staff }: DeskPageProps) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const draft = useDraft<BatchDraft>(`${staff.id}.batch`, EMPTY_BATCH)
  const [asked, change] = useAsked()
  const wanted = asked.get('step')
  const zone = useZone(draft.values.channel)
  const [now] = useState(() => new Date())
  const today = now.toLocaleDateString('sv-SE', { timeZone: zone })
  const [tried, setTried] = useState(false)
  const lacks = firstUnfinished(draft.values, today)
  const opens = lacks === null ? STEPS.length - 1 : STEPS.indexOf(lacks)
  // After a batch was made a new one begins. No step is open before those above it are complete.
  const at = Math.min(draft.changed && isStep(wanted) ? STEPS.indexOf(wanted) : 0, opens)
  const step = STEPS[at] ?? 'stepWhat'
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const showIssues = () => {
    setTried(true)
    setTries((before) => before + 1)
  }
  const deed = useDeed('makeBatch', {
    done: ({ id, skipped, making }) =>
      [
        say(making ? 'batchBegun' : 'batchMade', { id }),
        skipped.length > 0 ? say('skippedPeople', { count: skipped.length }) : '',
      ].join(' '),
  })
  const goToStep = (next: Step) => change({ step: next })
  const onwards = () => {
    // What this step lacks is said here; later ones have their turn.
    if (opens <= at && lacks !== null) return showIssues()
    setTried(false)
    return goToStep(STEPS[at + 1] ?? 'stepMake')
  }
  const make = async () => {
    const { values } = draft
    if (lacks !== null) return showIssues()
    const made = await deed.run({
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
      giver_name: values.giverName,
      giver_words: values.giverWords,
      giver_picture: values.giverPicture === '' ? null : values.giverPicture.slice(0, 32),
      giver_words_in: values.giverIn,
    })
    if (!made) return undefined
    draft.clear()
    goTo(`/desk/batches/${made.id}`)
    return undefined
  }
  const type: typeof draft.type = (part) => {
    // It was said of what has been mended since.
    deed.forget()
    draft.type(part)
  }
  const shared = { values: draft.values, type, tried, today }
  return (
    <>
      <PageHead title={say('newBatch')} up={{ to: '/desk/batches', word: say('batches') }} />
      <div className={css.body}>
        <ol className={css.steps}>
          {STEPS.map((one, place) => (
            <li key={one}>
              <button
                type="button"
                aria-current={one === step ? 'step' : undefined}
                disabled={place > opens}
                onClick={() => goToStep(one)}
              >
                {place + 1}. {say(one)}
              </button>
            </li>
          ))}
        </ol>
        <form
          ref={form}
          className={css.form}
          aria-label={say(step)}
          onSubmit={(event) => {
            event.preventDefault()
            if (step === 'stepMake') void make()
            else onwards()
          }}
        >
          <h2>{say(step)}</h2>
          {step === 'stepWhat' ? <What {...shared} /> : null}
          {step === 'stepHowLong' ? <HowLong {...shared} /> : null}
          {step === 'stepWho' ? <Who {...shared} /> : null}
          {step === 'stepWords' ? <Words {...shared} /> : null}
          {step === 'stepMake' ? <BatchSummary values={draft.values} today={today} /> : null}
          {step === 'stepMake' && lacks === null ? <Letters values={draft.values} /> : null}
          {step === 'stepMake' && isLarge(draft.values) ? (
            <Notice kind="warn">
              {say('largeBatch', { points: sumOf(draft.values).toLocaleString(language) })}
            </Notice>
          ) : null}
          {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
          <div className={css.deeds}>
            {step === 'stepMake' ? (
              <DeskButton type="submit" look="main" busy={deed.busy}>
                {say('makeBatch', { count: vouchersOf(draft.values) })}
              </DeskButton>
            ) : (
              <DeskButton type="submit" look="main">
                {say('nextStep')}
              </DeskButton>
            )}
            {at > 0 ? (
              <DeskButton onClick={() => goToStep(STEPS[at - 1] ?? 'stepWhat')}>
                {say('stepBack')}
              </DeskButton>
            ) : null}
            {draft.changed ? (
              <DeskButton look="plain" onClick={draft.clear}>
                {say('discard')}
              </DeskButton>
            ) : null}
          </div>
          {step === 'stepMake' ? <p className={css.soft}>{say('makeBatchNote')}</p> : null}
        </form>
      </div>
    </>
  )
}

/** What would be wrong with its letters, said while all of it can still be changed. */
function Letters({ values }: { values: BatchDraft }) {
  const { data } = useQuery({
    ...deskQuery('tryLetters', {
      channel: values.channel,
      points: Number(values.points),
      valid_until: values.until === '' ? null : values.until,
      recipients: recipientsOf(values),
      giver_name: values.giverName,
      giver_words: values.giverWords,
      giver_words_in: values.giverIn,
    }),
    // Twenty thousand people are not kept for another look.
    gcTime: 0,
  })
  return <LetterTroubles found={data} />
}

function recipientsOf(values: BatchDraft) {
  const people = values.who === 'list' ? readList(values).once : []
  return people.map(({ language, ...person }) => ({ ...person, language: language as '' | 'nl' }))
}
