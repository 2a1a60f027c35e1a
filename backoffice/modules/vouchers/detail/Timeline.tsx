import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { Case, Entry } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import {
  entryAside,
  entryWords,
  FILTERS,
  fits,
  type TimelineFilter,
} from '#backoffice/modules/vouchers/detail/timeline-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { ClockTime } from '#backoffice/kit/time/DateTime.tsx'
import { longDay } from '#backoffice/kit/time/day-text.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Timeline.module.css'

/** By the days of the channel, the newest first. */
export function Timeline({
  found,
  mayUndo,
  onUndo,
}: {
  found: Case
  mayUndo: boolean
  onUndo: (line: string) => void
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const { time_zone } = found.channel
  const shown = found.timeline.filter((entry) => fits(filter, entry))
  const dayOf = ({ at }: Entry) => longDay(language, at, time_zone)
  return (
    <section className={css.story} aria-labelledby="what-happened">
      <div className={css.head}>
        <h2 id="what-happened">{t('voucher.happened')}</h2>
        <FilterChips filter={filter} setFilter={setFilter} />
      </div>
      {shown.length === 0 ? <p className={css.soft}>{t('voucher.nothingYet')}</p> : null}
      <ol className={css.timeline}>
        {shown.map((entry, at) => {
          const day = dayOf(entry)
          const before = shown[at - 1]
          return (
            <li key={`${entry.kind} ${entry.at} ${entry.about} ${at}`} className={css.item}>
              {before && dayOf(before) === day ? null : <h3 className={css.day}>{day}</h3>}
              <div className={classNames(css.entry, css[toneOf(entry)])}>
                <div>
                  <p>
                    {entryWords(t, language, entry)}
                    <Beside entry={entry} />
                  </p>
                  {mayUndo && entry.kind === 'action' && found.undoable.includes(entry.about) ? (
                    <ActionButton little onClick={() => onUndo(entry.about)}>
                      {t('voucher.undo')}
                    </ActionButton>
                  ) : null}
                </div>
                <ClockTime at={entry.at} zone={time_zone} />
              </div>
            </li>
          )
        })}
      </ol>
      {found.more ? <p className={css.soft}>{t('voucher.olderLeftOut')}</p> : null}
    </section>
  )
}

type FilterChipsProps = { filter: TimelineFilter; setFilter: (filter: TimelineFilter) => void }

function FilterChips({ filter, setFilter }: FilterChipsProps) {
  const t = useTranslate()
  return (
    <div className={css.chips}>
      {FILTERS.map((one) => (
        <button
          key={one}
          type="button"
          className={css.chip}
          aria-pressed={filter === one}
          onClick={() => setFilter(one)}
        >
          {t(`voucher.filter.${one}`)}
        </button>
      ))}
    </div>
  )
}

const ABOUT_ORDER = new Set<Entry['kind']>([
  'payment',
  'refund',
  'order',
  'order-event',
  'withdrawal',
  'mail',
])

function Beside({ entry }: { entry: Entry }) {
  const t = useTranslate()
  const aside = entryAside(entry)
  const { who, about, kind } = entry
  const named = kind !== 'note' && kind !== 'acted' && who !== null
  return (
    <>
      {named ? <span className={css.soft}> · {who}</span> : null}
      {ABOUT_ORDER.has(kind) && about !== '' ? (
        <>
          {' '}
          <BackofficeLink to={`/backoffice/orders/${about}`} className={css.about}>
            {t('voucher.order', { number: about })}
          </BackofficeLink>
        </>
      ) : null}
      {kind === 'question' ? (
        <>
          {' '}
          <BackofficeLink to={`/backoffice/inbox/${about}`} className={css.about}>
            {t('inbox.thread')}
          </BackofficeLink>
        </>
      ) : null}
      {aside ? <q className={css.aside}>{aside}</q> : null}
    </>
  )
}

function toneOf({ kind, values }: Entry): 'good' | 'bad' | 'plain' {
  if (kind === 'mail' && (values['state'] === 'refused' || values['state'] === 'bounced')) {
    return 'bad'
  }
  if (kind === 'question' || kind === 'withdrawal') return 'bad'
  return kind === 'order' || kind === 'granted' ? 'good' : 'plain'
}
