import { useEffect } from 'react'

import type { Batch } from '#backoffice/batches/BatchState.tsx'
import { DeskLink } from '#backoffice/desk-address.tsx'
import { ReasonedDeed } from '#backoffice/batches/ReasonedDeed.tsx'
import { DeskButton, deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { DeskIcon } from '#backoffice/parts/DeskIcon.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'

import css from './Batches.module.css'

const FORMS = ['pdf', 'large', 'csv', 'zip'] as const

/** Where the codes of a batch are, and the one next step with them. */
export function BatchCodes({
  batch,
  mayMake,
  watching,
  onDownload,
  onSettled,
}: {
  batch: Batch
  mayMake: boolean
  watching: boolean
  onDownload: () => void
  onSettled: () => void
}) {
  const say = useSay()
  const waiting = batch.count - batch.with_code
  const [last] = batch.hand_overs
  const settled = last?.ended_at ?? null
  useEffect(() => {
    if (watching && settled !== null && batch.state !== 'under-way') onSettled()
  }, [watching, settled, batch.state])
  return (
    <section className={css.part} aria-label={say('codesTitle')}>
      <h2>{say('codesTitle')}</h2>
      {batch.state === 'under-way' ? <Notice kind="info">{say('codesUnderWay')}</Notice> : null}
      {mayMake && last ? <LastFile batch={batch} last={last} /> : null}
      {mayMake && waiting > 0 && batch.state !== 'under-way' ? (
        <>
          <p>{say('codesWaiting', { count: waiting })}</p>
          <div className={css.deeds}>
            {FORMS.map((form) => (
              <a
                key={form}
                className={deskButtonClass(form === 'pdf' ? 'main' : 'quiet')}
                href={`/desk/api/batches/${batch.id}/codes?as=${form}`}
                download
                onClick={onDownload}
              >
                <DeskIcon name="download" />
                {say(`codes.${form}`)}
              </a>
            ))}
          </div>
          <p className={css.soft}>{say('codesOnce')}</p>
        </>
      ) : null}
      {batch.handed_over_at && batch.handed_over_by ? (
        <p>
          <Sentence
            zone={batch.time_zone}
            word="handedOverBy"
            at={batch.handed_over_at}
            name={batch.handed_over_by.name}
          />
        </p>
      ) : null}
      {batch.hand_overs.length > 0 ? (
        <details>
          <summary>{say('handOvers')}</summary>
          <ul className={css.list}>
            {batch.hand_overs.map(({ id, form, vouchers, state, by, begun_at }) => (
              <li key={id}>
                <Moment at={begun_at} channel={batch.channel} /> · {say(`codes.${form}`)} ·{' '}
                {vouchers} · {by?.name} · {say(`handOver.${state}`)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {batch.asked ? (
        <Notice kind="warn">
          <p>{say('replaceAsked', { name: batch.asked.by?.name ?? '' })}</p>
          <DeskLink to="/desk/approvals">{say('toApprovals')}</DeskLink>
        </Notice>
      ) : null}
      {mayMake && batch.with_code > 0 && batch.state !== 'under-way' && !batch.asked ? (
        <ReplaceAll batch={batch} />
      ) : null}
    </section>
  )
}

function LastFile({ batch, last }: { batch: Batch; last: Batch['hand_overs'][number] }) {
  const say = useSay()
  const deed = useDeed('handOverBatch')
  if (last.state === 'broken' && batch.state === 'waiting')
    return (
      <Notice kind="warn">
        <Sentence word="brokeBefore" at={last.begun_at} zone={batch.time_zone} />
      </Notice>
    )
  if (batch.state !== 'not-handed-over') return null
  if (last.state === 'given' && last.ended_at)
    return (
      <Notice kind="bad">
        <Sentence word="arrivedBroken" at={last.begun_at} zone={batch.time_zone} />
      </Notice>
    )
  if (last.state !== 'whole') return null
  return (
    <Notice kind="info">
      <p>
        <Sentence word="arrivedWhole" at={last.begun_at} zone={batch.time_zone} />
      </p>
      {deed.wrong ? <p>{deed.wrong}</p> : null}
      <DeskButton
        busy={deed.busy}
        onClick={() => void deed.run({ id: batch.id, version: batch.version })}
      >
        {say('yesHandedOver')}
      </DeskButton>
    </Notice>
  )
}

function ReplaceAll({ batch }: { batch: Batch }) {
  const say = useSay()
  const deed = useDeed('replaceBatchCodes', {
    done: ({ asked }) => (asked ? null : say('replacedAll')),
  })
  return (
    <ReasonedDeed
      word="replaceAll"
      help={say('replaceAllHelp')}
      busy={deed.busy}
      wrong={deed.wrong}
      run={(reason) => deed.run({ id: batch.id, version: batch.version, reason })}
    />
  )
}

function Sentence({
  word,
  at,
  zone,
  name = '',
}: {
  word: 'brokeBefore' | 'arrivedBroken' | 'arrivedWhole' | 'handedOverBy'
  at: string
  zone: string
  name?: string
}) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const moment = new Date(at).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  return <>{say(word, { at: moment, name })}</>
}
